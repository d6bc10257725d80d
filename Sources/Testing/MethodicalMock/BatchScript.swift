import Foundation
import MethodicalGenerator

import enum Methodical.JSON

/// A parser for the part of VKScript that batches use: `return [API.users.get({"user_ids":"1"}),API.wall.get({})];`
enum BatchScript {
    struct Line {
        var method: String
        var arguments: [String: JSON]
    }

    /// Returns the calls of a batch, or `nil` if the program is of another kind.
    static func calls(in code: String) -> [Line]? {
        var text = Substring(code)
        guard take("return", from: &text),
            take("[", from: &text)
        else {
            return nil
        }
        var lines: [Line] = []
        repeat {
            guard take("API.", from: &text),
                let open = text.firstIndex(of: "(")
            else {
                return nil
            }
            let method = String(text[..<open])
            text = text[text.index(after: open)...]
            guard let close = end(ofObject: text) else { return nil }
            guard let members = JSON(String(text[..<close]))?.objectValue else {
                return nil
            }
            text = text[close...]
            guard take(")", from: &text) else { return nil }
            lines.append(Line(method: method, arguments: members))
        } while take(",", from: &text)
        guard take("]", from: &text) else { return nil }
        return lines
    }

    /// Removes a word from the beginning of a text, after white space. Returns `false` if another word is there.
    private static func take(_ word: String, from text: inout Substring) -> Bool {
        text = text.drop(while: \.isWhitespace)
        guard text.hasPrefix(word) else { return false }
        text = text.dropFirst(word.count)
        return true
    }

    /// Returns the end of the object at the beginning of a text. Braces in strings do not count.
    private static func end(ofObject text: Substring) -> Substring.Index? {
        var depth = 0
        var isString = false
        var isEscaped = false
        for index in text.indices {
            switch text[index] {
            case _ where isEscaped: isEscaped = false
            case "\\" where isString: isEscaped = true
            case "\"": isString.toggle()
            case "{" where !isString: depth += 1
            case "}" where !isString:
                depth -= 1
                if depth == 0 {
                    return text.index(after: index)
                }
            default: break
            }
        }
        return nil
    }
}

extension MockService {
    /// Returns the response to a batch. Each call has the outcome that it would have alone, and errors are listed
    /// beside the results.
    func reply(to lines: [BatchScript.Line], token: String?) async -> MockReply {
        var results: [JSON] = []
        var errors: [JSON] = []
        for line in lines {
            let (call, method) = call(line, token: token)
            switch await outcome(of: call, method: method) {
            case .result(let result, _):
                results.append(result.under(method?.resultKey))
            case .recorded(let exchange):
                let body =
                    JSON(String(decoding: exchange.body, as: UTF8.self))
                    ?? false
                results.append(api.wire.envelope.result.flatMap { body[$0] } ?? body)
            case .failure(let failure):
                results.append(false)
                let json = failure.json(in: envelope)
                var error = api.wire.envelope.error.flatMap { json[$0] } ?? json
                error["method"] = .string(line.method)
                errors.append(error)
            }
            report("in a batch: \(call)")
        }
        var body = JSON.array(results).under(api.wire.envelope.result)
        if !errors.isEmpty {
            body["execute_errors"] = .array(errors)
        }
        return MockReply(body)
    }

    private func call(
        _ line: BatchScript.Line,
        token: String?
    ) -> (MockCall, MethodicalGenerator.Method?) {
        let method = api.methods.first { $0.name == line.method }
        let call = arguments.call(
            MockRequest(members: line.arguments),
            method: line.method,
            parameters: method?.parameters ?? [])
        let batched = MockCall(
            method: call.method,
            arguments: call.arguments,
            token: token,
            secrets: call.secrets,
            lists: call.lists)
        return (batched, method)
    }
}

extension MockRequest {
    /// Creates a request with a JSON object as its body.
    init(members: [String: JSON]) {
        verb = "POST"
        path = ""
        query = ""
        headers = ["content-type": "application/json"]
        body = Data(JSON.object(members).description.utf8)
    }
}
