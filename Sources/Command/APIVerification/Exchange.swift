import APICalling
import Methodical

/// A call that was made, with the response that arrived.
struct Exchange {
    /// The number of the exchange, counted from 0.
    let number: Int
    let call: MethodCall
    let plan: CallPlan
    /// The last response, also one with which the server refused the call, or `nil` if none arrived.
    let response: HTTPResponse?
    /// The failure of the call, or `nil` if it succeeded.
    let failure: CallFailure?

    var method: String { call.method.name }

    /// The response, if its status is a success and the server did not refuse the call.
    var success: HTTPResponse? {
        guard failure == nil, let response, response.status < 300 else { return nil }
        return response
    }

    /// The values of the path's parameters, by the indices of their segments.
    var segments: [Int: String] {
        let template = PathTemplate(call.method.path)
        var segments: [Int: String] = [:]
        for argument in plan.arguments {
            if let index = template.index(of: argument.name), case .text(let text) = argument.value {
                segments[index] = text
            }
        }
        return segments
    }
}
