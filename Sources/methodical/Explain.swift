#if CommandLine
    import APISurface
    import ArgumentParser

    struct Explain: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Shows what a method becomes in Swift: its calls, types, pages, cache and errors.",
            discussion: "  methodical explain users.get --schema Schema/VK")

        @Argument(help: "The method as the schema calls it.")
        var method: String

        @Option(help: "The schema: a folder, or REVISION:FOLDER.")
        var schema = "."

        func run() throws {
            let api = try Schema(schema).api()
            let surface = Surface(api)
            let functions = surface.functions.filter { $0.method == method }
            guard !functions.isEmpty else {
                let near = surface.functions.map(\.method).max { likeness(of: $0) < likeness(of: $1) }
                throw ValidationError("there is no method \(method)" + (near.map { "; did you mean \($0)?" } ?? ""))
            }
            for function in functions { print(function.explained(in: surface)) }
            let errors = Set(api.methods.filter { $0.name == method }.flatMap(\.errors))
            if !errors.isEmpty {
                print("errors")
                for error in surface.errors where errors.contains(error.id) { print("  \(surface.name).ErrorCode.\(error.swift)  \(error.type)") }
            }
        }

        private func likeness(of name: String) -> Double { nameLikeness(method, name) }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Lists the methods of an API and how they are called.", discussion: "  methodical list Schema/VK")

        @Argument(help: "The schema: a folder, or REVISION:FOLDER.")
        var schema = "."

        func run() throws {
            let surface = Surface(try Schema(schema).api())
            for function in surface.functions { print("\(function.id)\t\(function.signature(in: surface))") }
            let methods = Set(surface.functions.map(\.method)).count
            Console.error("\(methods) methods in \(surface.functions.count) calls, \(surface.types.count) types, \(surface.errors.count) errors")
        }
    }
#endif
