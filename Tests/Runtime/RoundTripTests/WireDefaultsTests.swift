import Methodical
import Testing

@testable import MethodicalGenerator

/// The generator prints no argument that equals a default of its own tables, so the runtime's defaults must be the
/// same.
@Suite struct WireDefaultsTests {
    private let api = APIDescription(name: "", baseURL: "")

    @Test func styleOfCalls() {
        let style = CallStyle()
        #expect(api.verb.rawValue == style.verb.rawValue)
        #expect(api.path == style.path)
        #expect("\(api.parameters)" == style.parameters.rawValue)
        #expect("\(api.arrays)" == style.arrays.rawValue)
        #expect("\(api.flags)" == (style.flags == .digits ? "digits" : "words"))
        #expect(api.reading == .tolerant)
    }

    @Test("The defaults for signing in are those of the generator")
    func signIn() {
        let usual = WireDefaults.SignIn()
        #expect(api.signIn.separator == usual.separator)
        #expect(api.signIn.accountKey == usual.account)
        #expect(api.signIn.clientInHeader == (usual.client == .header))
        #expect(api.signIn.deviceGrant == usual.deviceGrant)
        #expect(api.signIn == OAuthServer(authorize: usual.authorize, token: usual.token, device: usual.device))
    }

    /// `PagingRenderer` omits these starts of a list, and `ClientRenderer` this interval of a limit.
    @Test func pagesAndLimits() {
        #expect(APIEngine.Paging.Kind.offset("offset") == .offset("offset", first: 0))
        #expect(APIEngine.Paging.Kind.number("page") == .number("page", first: 1))
        #expect(APIDescription.Limit(3) == APIDescription.Limit(3, per: .seconds(1)))
    }
}
