import MethodicalGenerator

/// An argument of a call as a person writes it.
package struct WrittenArgument: Hashable, Sendable {
    /// The ways to write a value.
    package enum Value: Hashable, Sendable {
        /// The text after `name=`. The parameter's type decides what it means.
        case text(String)
        /// The JSON after `name:=`, or in a file.
        case json(SourceText)
        /// The path of a file to send.
        case file(String)
    }

    /// A text with the name by which messages call it.
    package struct SourceText: Hashable, Sendable {
        package var name: String
        package var bytes: [UInt8]

        package init(name: String, bytes: [UInt8]) {
            self.name = name
            self.bytes = bytes
        }
    }

    /// The name of the parameter.
    package var name: String
    package var value: Value

    package init(name: String, value: Value) {
        self.name = name
        self.value = value
    }

    /// Reads `name=text` or `name:=JSON`.
    ///
    /// Throws a problem for a word without a name.
    package init(_ word: String) throws(CallProblem) {
        guard let sign = word.firstIndex(of: "="), sign > word.startIndex else {
            throw CallProblem("expected NAME=VALUE or NAME:=JSON, found \"\(word)\"")
        }
        let text = String(word[word.index(after: sign)...])
        let isJSON = word[..<sign].last == ":"
        guard isJSON else {
            self.init(name: String(word[..<sign]), value: .text(text))
            return
        }
        let name = String(word[..<sign].dropLast())
        guard !name.isEmpty else {
            throw CallProblem("expected NAME=VALUE or NAME:=JSON, found \"\(word)\"")
        }
        self.init(name: name, value: .json(SourceText(name: name, bytes: Array(text.utf8))))
    }
}

/// A problem with an argument of a call: the place, what was expected, and what to do.
package struct CallProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The place in a file, or `nil` for an argument of the command line.
    package var place: Place?
    package var message: String

    package init(_ message: String, at place: Place? = nil) {
        self.message = message
        self.place = place
    }

    package var description: String {
        guard let place else {
            return "error: " + message
        }
        return Diagnostic(.error, at: place, message).description
    }
}

/// All problems with the arguments of a call.
package struct CallProblems: Error, Sendable {
    package var all: [CallProblem]

    package init(_ all: [CallProblem]) { self.all = all }
}
