/// Finds the declarations of a Swift source: those at the top of the file and those directly in types.
struct DeclarationReader {
    struct Declaration {
        enum Kind {
            case type
            case `protocol`
            case genericParameter
            case function([Declarations.Parameter])
            case value
        }
        var kind: Kind
        var name: String
        /// The last name of the type around it.
        var enclosingType: String?
    }

    private var scanner: SwiftScanner
    /// The last names of the types that the scanner is in, from the outermost.
    private var types: [String] = []
    /// The type whose brace comes next.
    private var openingType: String?
    private var previous: String?
    /// The declarations that were read and not yet returned, the next one last.
    private var found: [Declaration] = []

    init(_ source: String) {
        scanner = SwiftScanner(source)
    }

    /// Returns the next declaration.
    mutating func next() -> Declaration? {
        while found.isEmpty {
            guard let token = scanner.next() else {
                return nil
            }
            read(token)
            previous = token
        }
        return found.removeFirst()
    }

    private mutating func read(_ token: String) {
        // After a dot, a keyword is a member, as in `Value.init`.
        if previous == "." {
            return
        }
        switch token {
        case "{":
            openBrace()
        case "}":
            _ = types.popLast()
        case "struct", "class", "enum", "actor", "protocol":
            readType(token)
        case "extension":
            readExtension()
        case "typealias", "associatedtype":
            report(.type, scanner.next())
        case "func", "init", "subscript":
            readFunction(token)
        case "var", "let":
            readValues()
        case "case":
            readCases()
        default:
            break
        }
    }

    private mutating func openBrace() {
        if let type = openingType {
            types.append(type)
            openingType = nil
        } else {
            scanner.skipBody()
        }
    }

    private mutating func report(_ kind: Declaration.Kind, _ name: String?) {
        if let name {
            found.append(Declaration(kind: kind, name: name, enclosingType: types.last))
        }
    }

    private mutating func readType(_ keyword: String) {
        // In `class func` and `class var`, the keyword is a modifier.
        guard let name = scanner.upcoming(), !["func", "var", "let", "subscript"].contains(name) else {
            return
        }
        _ = scanner.next()
        report(keyword == "protocol" ? .protocol : .type, name)
        readGenericParameters()
        openingType = name
    }

    /// Reads the type that an extension extends. `Configuration` is the last name of `Client.Configuration`.
    private mutating func readExtension() {
        var name = ""
        while let token = scanner.upcoming(), !["{", ":", "where"].contains(token) {
            if token.first?.isLetter == true {
                name = token
            }
            _ = scanner.next()
        }
        openingType = name
    }

    /// Reads a list such as `<Value: Sendable, each Element>`, if there is one.
    private mutating func readGenericParameters() {
        guard scanner.upcoming() == "<" else {
            return
        }
        var depth = 0
        repeat {
            guard let token = scanner.next() else {
                return
            }
            switch token {
            case "<": depth += 1
            case ">": depth -= 1
            case _ where token.first?.isUppercase == true: report(.genericParameter, token)
            default: break
            }
        } while depth > 0
    }

    private mutating func readFunction(_ keyword: String) {
        var name = keyword
        if keyword == "func" {
            name = scanner.next() ?? ""
        }
        readGenericParameters()
        // A failable initializer has a sign more, and an operator has several.
        while let token = scanner.upcoming(), !["(", "{"].contains(token) {
            _ = scanner.next()
        }
        report(.function(readParameters()), name)
    }

    /// Reads the parameters in parentheses.
    private mutating func readParameters() -> [Declarations.Parameter] {
        var parameters: [Declarations.Parameter] = []
        var depth = 0
        var isAtStart = false
        while let token = scanner.next() {
            switch token {
            case "(", "[", "{":
                depth += 1
                isAtStart = depth == 1
            case ")", "]", "}":
                depth -= 1
                if depth == 0 {
                    return parameters
                }
            case ",":
                isAtStart = depth == 1
            case "=" where depth == 1 && !parameters.isEmpty:
                parameters[parameters.count - 1].hasDefault = true
            case "@":
                // An attribute such as `@escaping`.
                _ = scanner.next()
            case _ where isAtStart && Self.isName(token):
                // Associated values of enumerations can have a type alone.
                let hasLabel = scanner.upcoming().map { $0 == ":" || Self.isName($0) } == true
                parameters.append(Declarations.Parameter(label: hasLabel ? "\(token):" : "_:", hasDefault: false))
                isAtStart = false
            default:
                break
            }
        }
        return parameters
    }

    private static func isName(_ token: String) -> Bool {
        token.first.map { $0.isLetter || $0 == "_" } == true
    }

    /// Reads the name of `let a: Int`, and those of `let (a, b)`.
    private mutating func readValues() {
        guard scanner.upcoming() == "(" else {
            report(.value, scanner.next())
            return
        }
        while let token = scanner.next(), token != ")" {
            if Self.isName(token) {
                report(.value, token)
            }
        }
    }

    /// Reads the names of `case a, b(label: Int), c = 1`.
    private mutating func readCases() {
        while let name = scanner.next() {
            report(.value, name)
            if scanner.upcoming() == "(" {
                report(.function(readParameters()), name)
            }
            while let token = scanner.upcoming(), ![",", "}", SwiftScanner.endOfLine].contains(token) {
                _ = scanner.next()
            }
            guard scanner.upcoming() == "," else {
                return
            }
            _ = scanner.next()
            while scanner.upcoming() == SwiftScanner.endOfLine {
                _ = scanner.next()
            }
        }
    }
}
