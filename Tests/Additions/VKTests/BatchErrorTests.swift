import LoopbackServer
import Testing

@testable import Methodical
@testable import MethodicalVK

/// Tests of the errors that VK lists beside the results of a batch: each belongs to the call that caused it.
@Suite struct BatchErrorTests {
    /// A batch without results gives each call the error that VK lists (olnazx/node-vkapi#16, 7even/vkontakte_api#90).
    @Test(arguments: [
        #""response":null,"#, #""response":"","#, #""response":false,"#, #""response":[],"#, #""response":{},"#, "",
    ])
    func aBatchWithoutResults(response: String) async throws {
        let server = try LoopbackServer(
            #"{\#(response)"execute_errors":[{"method":"users.get","error_code":6,"error_msg":"Too many"}]}"#)
        let vk = ScriptServer.vk(server.baseURL)
        let (first, second, other) = await vk.batch(
            vk.users.get(userIDs: [1]), vk.users.get(userIDs: [2]), vk.users.report(userID: 3))
        for error in [first.error, second.error] {
            #expect(error?.code == .rateLimited && error?.server?.code == 6 && error?.server?.message == "Too many")
        }
        // The other method's error says nothing about this call, whose result is missing.
        #expect(other.error?.code == .undecodable && other.error?.server == nil)
        #expect(other.error?.message == "the response of the batch lacks this call")
    }

    /// An error that names no method of the batch belongs to the batch as a whole, so each of its calls fails with it.
    @Test(arguments: [#""method":"execute","#, #""method":"groups.get","#, #""method":null,"#, ""])
    func anErrorOfTheWholeBatch(method: String) async throws {
        let server = try LoopbackServer(
            #"{"response":null,"execute_errors":[{\#(method)"error_code":6,"error_msg":"Too many"}]}"#)
        let vk = ScriptServer.vk(server.baseURL)
        let (users, report) = await vk.batch(vk.users.get(userIDs: [1]), vk.users.report(userID: 3))
        #expect(users.error?.code == .rateLimited && users.error?.method == "users.get")
        #expect(report.error?.code == .rateLimited && report.error?.method == "users.report")
    }

    /// An error of the whole batch may quote the arguments of any call, and none of the calls shows them.
    @Test func anErrorOfTheWholeBatchShowsNoSecret() async throws {
        let server = try LoopbackServer(
            #"{"response":null,"execute_errors":[{"error_code":15,"error_msg":"password hush-hush is wrong"}]}"#)
        let vk = ScriptServer.vk(server.baseURL)
        let (user, users) = await vk.batch(
            vk.users.signIn(name: "n", password: "hush-hush"), vk.users.get(userIDs: [1]))
        for error in [user.error, users.error].compactMap(\.self) {
            #expect(error.server?.code == VK.ErrorCode.accessDenied && !"\(error)".contains("hush-hush"))
            #expect(error.server?.details?.description.contains("hush-hush") == false)
        }
    }

    /// VK repeats a method's error with the name `execute` (voronind/vk#42). The repetition is nobody's error.
    @Test func aRepeatedErrorBelongsToItsMethodOnly() async throws {
        let server = try LoopbackServer(
            #"""
            {"response":[[{"id":1}],false,false],"execute_errors":[
            {"method":"users.report","error_code":15,"error_msg":"Access denied"},
            {"method":"execute","error_code":15,"error_msg":"Access denied"}]}
            """#)
        let vk = ScriptServer.vk(server.baseURL)
        let (users, report, flag) = await vk.batch(
            vk.users.get(userIDs: [1]), vk.users.report(userID: 3), Request<Bool>(Call(vk.client, Method("a.flag"))))
        #expect(try users.get().map(\.id) == [1])
        #expect(report.error?.server?.code == VK.ErrorCode.accessDenied)
        #expect(try flag.get() == false)
    }

    struct Attribution: Sendable {
        var name: String
        var methods: [String]
        var body: String
        var outcomes: [BatchErrors.Outcome]
    }

    private static func error(_ method: String, _ code: Int) -> JSON {
        ["method": .string(method), "error_code": .integer(code)]
    }

    private static func listed(_ errors: JSON...) -> String { #","execute_errors":\#(JSON.array(errors))}"# }

    private static let missing = BatchErrors.Outcome.unknown("the response of the batch lacks this call")

    static let attributions = [
        Attribution(
            name: "errors of one method belong to its results that are false, in their order",
            methods: ["a", "a", "b", "a"],
            body: #"{"response":[false,1,false,false]"# + listed(error("a", 1), error("b", 2), error("a", 3)),
            outcomes: [.error(error("a", 1)), .value(1), .error(error("b", 2)), .error(error("a", 3))]),
        Attribution(
            name: "a false result of a method without an error is a value", methods: ["a", "b"],
            body: #"{"response":[false,false]"# + listed(error("b", 2)),
            outcomes: [.value(false), .error(error("b", 2))]),
        Attribution(
            name: "one error for two false results of its method cannot be attributed", methods: ["a", "a", "b"],
            body: #"{"response":[false,false,1]"# + listed(error("a", 1)),
            outcomes: [
                .unknown("the batch does not tell which of 2 calls of a caused which error"),
                .unknown("the batch does not tell which of 2 calls of a caused which error"), .value(1),
            ]),
        Attribution(
            name: "different errors for fewer calls cannot be attributed", methods: ["a", "a", "a"],
            body: #"{"response":null"# + listed(error("a", 1), error("a", 2)),
            outcomes: Array(
                repeating: .unknown("the batch does not tell which of 3 calls of a caused which error"), count: 3)),
        Attribution(
            name: "a null result counts as a failure if there is an error for it", methods: ["a", "b"],
            body: #"{"response":[null,null]"# + listed(error("a", 1)),
            outcomes: [.error(error("a", 1)), .value(.null)]),
        Attribution(
            name: "calls after the end of the program have no result", methods: ["a", "b", "c"],
            body: #"{"response":[1]"# + listed(error("b", 2), error("execute", 2)),
            outcomes: [.value(1), .error(error("b", 2)), missing]),
        Attribution(
            name: "an error of the program belongs to the calls without a result", methods: ["a", "b", "c"],
            body: #"{"response":[1]"# + listed(error("b", 2), error("execute", 13)),
            outcomes: [.value(1), .error(error("b", 2)), .sharedError(error("execute", 13))]),
        Attribution(
            name: "results without errors are values", methods: ["a", "b"],
            body: #"{"response":[false,null]}"#, outcomes: [.value(false), .value(.null)]),
        Attribution(
            name: "neither results nor errors", methods: ["a", "b"], body: #"{"response":null}"#,
            outcomes: [missing, missing]),
    ]

    @Test(arguments: attributions) func errorsBelongToTheCallsThatCanHaveCausedThem(attribution: Attribution) throws {
        let errors = BatchErrors(
            of: attribution.methods, in: try JSON(json: Array(attribution.body.utf8)), under: "response")
        #expect(errors.outcomes() == attribution.outcomes, "\(attribution.name)")
    }

    @Test func aBodyThatIsNotJSONFailsEachCall() async throws {
        let server = try LoopbackServer("no JSON")
        let vk = ScriptServer.vk(server.baseURL)
        let (users, report) = await vk.batch(vk.users.get(userIDs: [1]), vk.users.report(userID: 3))
        #expect(users.error?.code == .undecodable && report.error?.code == .undecodable)
    }
}

extension Result where Failure == APIError {
    fileprivate var error: APIError? { if case .failure(let error) = self { error } else { nil } }
}
