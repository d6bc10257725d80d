import APICalling
import APILearning
import APISamples
import Methodical
import MethodicalGenerator

/// A comparison of a server with the schema of its API.
///
/// It calls the methods of the schema, one after the other. The values of one response are the arguments of further
/// calls, so that `books.get` asks for a book that `books.list` returned.
package struct Verification {
    let schema: CompiledSchema
    let callable: CallableAPI
    let options: VerificationOptions
    let places: SchemaPlaces
    let connection: Connection
    private let given: GivenArguments
    private let sampler: Sampler
    let base: any Transport
    let secret: (SecretSource) throws(CallProblem) -> String
    /// The texts that no output may show.
    package private(set) var secrets: [String] = []

    var report: VerificationReport
    private var pool = ValuePool()
    var bodies = JudgedBodies()
    /// The link to the server, once the first call has been made.
    private var link: ServerLink?
    /// The API for calls without a token, and the link to the server for them.
    lazy var openAPI = callable.withoutAuthorization
    var openLink: ServerLink?

    /// Creates a verification.
    ///
    /// - Parameters:
    ///   - schema: The schema.
    ///   - connection: The server and the secrets.
    ///   - given: The arguments that people wrote.
    ///   - transport: The transport, or `nil` for a `URLSession`.
    ///   - secret: Returns a secret from the place that an argument names.
    package init(
        _ schema: CompiledSchema,
        on connection: Connection,
        given: GivenArguments = GivenArguments(),
        options: VerificationOptions = VerificationOptions(),
        transport: (any Transport)? = nil,
        secret: @escaping (SecretSource) throws(CallProblem) -> String = { source throws(CallProblem) in
            throw CallProblem("no secret is read from \(source)")
        }
    ) {
        self.schema = schema
        self.connection = connection
        self.given = given
        self.options = options
        self.secret = secret
        callable = CallableAPI(schema.api)
        places = SchemaPlaces(schema)
        sampler = Sampler(schema.api)
        base = transport ?? URLSessionTransport()
        report = VerificationReport(api: schema.api.name)
    }

    /// Calls the methods and judges the responses.
    ///
    /// Throws the problems of arguments that people wrote.
    ///
    /// - Parameter progress: Receives the name of each method before it is called.
    package mutating func run(
        progress: (_ method: String) -> Void = { _ in }
    ) async throws(CallProblems) -> VerificationReport {
        try checkOnly()
        var waiting = functions()
        while !waiting.isEmpty, !report.isUnreachable {
            // New kinds of objects may have the ids that other calls need.
            var known = -1
            while known != pool.kindCount, !report.isUnreachable {
                known = pool.kindCount
                var left: [Function] = []
                for function in waiting {
                    if let plan = planner.plan(function, mayInvent: false), !report.isUnreachable {
                        progress(function.method.name)
                        try await verify(plan)
                    } else {
                        left.append(function)
                    }
                }
                waiting = left
            }
            guard !waiting.isEmpty, !report.isUnreachable else { break }
            let function = waiting.removeFirst()
            if let plan = planner.plan(function, mayInvent: true) {
                progress(function.method.name)
                try await verify(plan)
            } else {
                omit(function, because: "no value is known for an argument; --arguments gives some")
            }
        }
        judgeBodies()
        return report
    }

    private var planner: ArgumentPlanner {
        ArgumentPlanner(schema: callable, given: given, pool: pool, sampler: sampler)
    }

    // MARK: Methods

    /// Throws a problem for a pattern that no method matches.
    private func checkOnly() throws(CallProblems) {
        let names = schema.api.methods.map(\.name)
        for pattern in options.only where !names.contains(where: { VerificationOptions.matches($0, pattern) }) {
            var message = "--only: there is no method \(pattern)"
            if let near = nearest(to: pattern, among: names) {
                message += "; did you mean \(near)?"
            }
            throw CallProblems([CallProblem(message)])
        }
    }

    /// Returns the functions to verify: reads, then writes, and deletions last.
    private mutating func functions() -> [Function] {
        var functions: [Function] = []
        for method in schema.api.methods where options.wants(method.name) {
            if let reason = omission(of: method) {
                report.omissions.append(Omission(method: method.name, reason: reason))
            } else {
                functions += callable.functions(of: method.name)
            }
        }
        let reads = functions.filter(\.method.isRead)
        let writes = functions.filter { !$0.method.isRead && $0.method.style.verb != .delete }
        let deletions = functions.filter { !$0.method.isRead && $0.method.style.verb == .delete }
        return reads + writes + deletions
    }

    /// Returns the reason why a method is not called, or `nil` if it is.
    private func omission(of method: MethodicalGenerator.Method) -> String? {
        if method.stream != nil {
            return "returns a stream, which is not judged"
        }
        if method.poll != nil {
            return "starts a long operation"
        }
        if !method.isRead, !options.includesWrites {
            return "writes; --writes calls it"
        }
        if method.isUpload {
            return "sends a file"
        }
        return nil
    }

    private mutating func omit(_ function: Function, because reason: String, exchange: Int? = nil) {
        report.omissions.append(Omission(method: function.method.name, reason: reason, exchange: exchange))
    }

    // MARK: Calls

    private mutating func verify(_ plan: CallPlan) async throws(CallProblems) {
        let call: MethodCall
        do throws(CallProblems) {
            call = try MethodCall(plan.function.method.name, plan.arguments, in: callable, secret: secret)
        } catch {
            if !plan.hasGivenArguments {
                return omit(plan.function, because: error.all.first?.message ?? "cannot be called")
            }
            throw error
        }
        secrets += call.secrets(of: connection)
        let link = self.link ?? ServerLink(for: call, connection: connection, transport: base)
        self.link = link
        let exchange = await send(call, plan: plan, on: link)
        if exchange.response == nil, exchange.failure?.point == .connection, report.responseCount == 0 {
            report.unreachable = exchange.failure?.reason
            return
        }
        let check = ResponseCheck(
            exchange, places: places, schema: callable, hasCredentials: connection.hasCredentials)
        report.faults += check.faults
        if let reason = check.omission {
            omit(plan.function, because: reason, exchange: exchange.number)
        }
        guard check.isResult, let response = exchange.response else { return }
        report.verified.insert(call.method.name)
        bodies.add(exchange)
        collect(response, of: exchange)
        guard exchange.failure == nil else { return }
        await verifyPages(of: exchange, on: link)
        if call.method.isRead {
            await verifyUnknownID(exchange, on: link)
            await verifyRefusal(exchange)
        }
    }

    /// Makes a call and adds it to the report.
    mutating func send(_ call: MethodCall, plan: CallPlan, on link: ServerLink) async -> Exchange {
        let (response, failure) = await link.send(call)
        let number = report.add(
            CallLine(method: call.method.name, arguments: plan.arguments, options: options.callOptions),
            hasResponse: response != nil)
        return Exchange(number: number, call: call, plan: plan, response: response, failure: failure)
    }

    /// Adds the objects of a response to those whose ids are arguments.
    private mutating func collect(_ response: HTTPResponse, of exchange: Exchange) {
        guard exchange.call.returnsJSON else { return }
        var problems: [Diagnostic] = []
        var node = parse(SourceFile(path: "", bytes: Array(response.body)), problems: &problems)
        for key in exchange.call.resultPath {
            node = node?[key]
        }
        guard let node else { return }
        var search = ElementSearch(
            in: exchange.call.method,
            segments: exchange.segments,
            emission: callable.emission,
            pool: pool)
        search.search(node, as: exchange.call.variant.result)
        pool = search.pool
    }

    /// Returns an overlay that corrects the schema, so that the responses match it.
    ///
    /// - Parameters:
    ///   - path: The overlay's path below the schema's folder.
    ///   - describesUnknown: Indicates whether the overlay describes members that the schema does not have.
    package func correction(at path: String, describesUnknown: Bool) throws -> Lesson {
        let options = LessonOptions(isTolerant: false, describesUnknown: describesUnknown, isStrict: true)
        return try learn(from: schema.sources, overlay: path, options: options) { _ in bodies.recordings }
    }

    // MARK: Bodies

    private mutating func judgeBodies() {
        let lesson = bodies.lesson(by: schema)
        report.faults += lesson.findings.map { Fault($0, exchange: bodies.exchange(of: $0.file)) }
        report.faults += lesson.evidence.strangers.map { stranger in
            let exchange = bodies.exchange(of: stranger.source)
            let place = stranger.place ?? places.place(of: stranger.method)
            return Fault(
                .error, in: stranger.method, "\(stranger.method): \(stranger.sentence)", at: place, exchange: exchange)
        }
        for skipped in lesson.evidence.skipped {
            let exchange = bodies.exchange(of: skipped.source)
            report.omissions.append(
                Omission(method: bodies.method(of: skipped.source), reason: skipped.reason, exchange: exchange))
        }
        report.sort()
    }
}
