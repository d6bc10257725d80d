import Methodical
import MethodicalAsyncHTTPClient

/// The transport that the first argument names.
enum TestedTransport: String {
    case urlSession = "URLSessionTransport"
    #if AsyncHTTPClient
        case asyncHTTPClient = "AsyncHTTPClientTransport"
    #endif

    func make(_ options: SessionOptions) -> any Transport {
        switch self {
        case .urlSession: URLSessionTransport(options)
        #if AsyncHTTPClient
            case .asyncHTTPClient: AsyncHTTPClientTransport(options)
        #endif
        }
    }
}
