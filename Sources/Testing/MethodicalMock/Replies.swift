import Foundation
import MethodicalGenerator
import MethodicalTesting

import enum Methodical.JSON

extension MockService {
    /// Returns the response to a request: finds the method and its arguments, and wraps the outcome as the API does.
    func reply(to request: MockRequest) async -> MockReply {
        if let exchange = recordedLinks.exchange(for: request) {
            return await reply(to: request, from: exchange)
        }
        let segments = request.segments
        let matches = routes.matches(at: segments, query: request.pairs) ?? []
        // The schema's methods come first, even at the path of a sign-in.
        if matches.isEmpty,
            let reply =
                signIn.reply(to: request)
                ?? picture(for: request)
                ?? uploaded(by: request)
                ?? polled(by: request)
        {
            return reply
        }
        guard let match = best(of: matches, for: request) else {
            if let call = unknown(at: segments, in: request) {
                return await reply(to: call, of: nil, request: request)
            }
            if matches.isEmpty {
                return notFound(segments)
            }
            return refused(matches, for: request)
        }
        let call = arguments.call(request, match: match)
        if match.method.name == api.wire.batch?.method,
            !isSaid(call.method),
            let lines = BatchScript.calls(in: call.arguments["code"] ?? "")
        {
            return await reply(to: lines, token: call.token)
        }
        return await reply(to: call, of: match.method, request: request)
    }

    /// Returns the recorded page that a link leads to, unless a test has set the responses of its method.
    private func reply(
        to request: MockRequest,
        from exchange: RecordedExchange
    ) async -> MockReply {
        let method = api.methods.first { $0.name == exchange.method }
        let call = arguments.call(
            request,
            method: exchange.method,
            parameters: method?.parameters ?? [])
        if isSaid(call.method) {
            return await reply(to: call, of: method, request: request)
        }
        note(call)
        report("\(exchange.status) \(call)")
        return recordedLinks.reply(from: exchange, at: root)
    }

    /// Returns the response to a call, whose method is `nil` if no schema has it.
    private func reply(
        to call: MockCall,
        of method: MethodicalGenerator.Method?,
        request: MockRequest
    ) async
        -> MockReply
    {
        let reply: MockReply
        switch await outcome(of: call, method: method) {
        case .result(let result, _) where method?.poll != nil:
            reply = started(result, of: method)
        case .result(var result, let next):
            let operation = polled(by: call, of: method)
            if let operation {
                result = operation
            }
            let address = next?.address(for: request, at: root)
            if let keys = next?.keys {
                result = result.setting(keys, to: address.map { .string($0) })
            }
            if let method, let stream = method.stream {
                let elements = result.arrayValue ?? [result]
                if stream.format == .socket {
                    reply = self.reply(opening: stream, elements: elements, of: method)
                    break
                }
                reply = self.reply(
                    stream,
                    elements: elements,
                    of: method,
                    to: request)
                break
            }
            var headers: [(name: String, value: String)] = []
            if let address, next?.keys == nil {
                headers.append(("Link", "<\(address)>; rel=\"next\""))
            }
            if operation != nil {
                headers += Self.soon
            }
            reply = self.reply(
                result,
                of: method,
                for: call,
                headers: headers)
        case .recorded(let exchange):
            reply = recordedLinks.reply(from: exchange, at: root)
        case .failure(let failure): reply = self.reply(for: failure)
        }
        report("\(reply.status) \(call)")
        return reply
    }

    /// Returns the method that a request calls. Its verb fits, and the request has the constants that it always sends,
    /// and all required arguments. Of several such methods it is the one with the most constants. A method that is
    /// called by its name alone accepts GET and POST.
    private func best(of matches: [Routes.Match], for request: MockRequest) -> Routes.Match? {
        let fitting = matches.filter { match in
            let style = match.method.style
            if style.verb.rawValue == request.verb {
                return true
            }
            return style.path == CallStyle.usual.path
                && ["GET", "POST"].contains(request.verb)
        }
        if fitting.count < 2 {
            return fitting.first
        }
        let complete = fitting.filter { match in
            let call = arguments.call(request, match: match)
            let parameters = match.method.parameters.filter { !$0.isKey }
            return parameters.allSatisfy { parameter in
                let text = call.arguments[match.method.parameters.argument(for: parameter)]
                return Self.fits(text, parameter: parameter)
            }
        }
        func constants(in match: Routes.Match) -> Int {
            match.method.parameters.count { $0.constant != nil }
        }
        let most = complete.map(constants).max()
        return complete.first { constants(in: $0) == most } ?? fitting.first
    }

    /// Indicates whether a method's parameter may have an argument, or may be missing if the argument is `nil`.
    private static func fits(_ argument: String?, parameter: Parameter) -> Bool {
        if let argument {
            return parameter.constant?.isSpelled(argument) ?? true
        }
        if case .client(let isRequired) = parameter.constant {
            return !isRequired
        }
        return !parameter.isRequired && parameter.constant == nil
    }

    /// Returns the call of a method that no schema has, if a test has set its response.
    private func unknown(at segments: [String], in request: MockRequest) -> MockCall? {
        let name = routes.name(of: segments)
        guard isSaid(name) else { return nil }
        return arguments.call(request, method: name)
    }

    /// Returns the response for a path that belongs to no method.
    private func notFound(_ segments: [String]) -> MockReply {
        let message = "there is no method \(routes.name(of: segments))" + routes.hint(for: segments)
        report("404 \(message)")
        return reply(for: ServerFailure(404, message, status: 404))
    }

    /// Returns the response for a path whose methods all have another verb.
    private func refused(_ matches: [Routes.Match], for request: MockRequest) -> MockReply {
        let verbs = matches.map { "\($0.method.style.verb.rawValue) calls \($0.method.name)" }
        let message = "\(request.verb) does not call a method here: \(verbs.joined(separator: ", "))"
        report("405 \(message)")
        return reply(for: ServerFailure(405, message, status: 405))
    }
}

extension MockReply {
    /// Creates a response from a recorded one.
    init(_ exchange: RecordedExchange) {
        status = exchange.status
        headers = exchange.headers.sorted { $0.key < $1.key }.map {
            ($0.key, $0.value)
        }
        body = exchange.body
    }
}
