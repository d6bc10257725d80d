#if CommandLine
    import Foundation
    import Testing
    import Toolchain

    /// Tests of the plugin's tool with files that are not as they should be.
    @Suite struct ToolTests {
        /// Runs a script in a folder with a schema of one method. `generate` calls the tool.
        private func run(_ script: String) async throws -> Command {
            let api = #"{"name": "Shop", "baseURL": "https://shop.example/"}"#
            let methods = #"{"methods": [{"name": "orders.count", "response": {"type": "integer"}}]}"#
            var ran: Command?
            try await Command.inFolder { folder in
                try Command.write(api, to: folder.appending(path: "Schema/api.json"))
                try Command.write(methods, to: folder.appending(path: "Schema/orders/methods.json"))
                ran = try await Command.shell(
                    """
                    generate() { '\(try Command.tool())-generate' --schema Schema --output Out/Swift --prefix Shop; }
                    \(script)
                    """, in: folder)
            }
            return try #require(ran)
        }

        @Test("Files that cannot be read are errors of one run, and nothing is written", .timeLimit(.minutes(20)))
        func unreadableFiles() async throws {
            let ran = try await run(
                """
                mkfifo Schema/pipe.json; ln -s nowhere Schema/gone.json; mkdir Schema/folder.json
                dd if=/dev/null of=Schema/large.json bs=1 seek=268435457 2> /dev/null
                generate; echo $?; ls
                """)
            #expect(ran.output == "1\nSchema\n")
            #expect(
                ran.errors == """
                    Schema/gone.json:1:1: error: cannot read this file (No such file or directory)
                    Schema/large.json:1:1: error: this file is too large; a schema file may have 268435456 bytes
                    Schema/pipe.json:1:1: error: cannot read this file (not a regular file)

                    """)
        }

        @Test("A folder that cannot be written to is an error")
        func unwritableFolder() async throws {
            let ran = try await run(
                "touch Out; generate; echo $?; rm Out; mkdir -p Out/Swift/Shop.swift; generate; echo $?")
            #expect(ran.output == "1\n1\n")
            #expect(
                ran.errors == """
                    Out/Swift: error: cannot write the generated code (Not a directory)
                    Out/Swift: error: cannot write the generated code (Is a directory)

                    """)
        }

        @Test("A second run leaves files alone that do not change, and nothing else remains")
        func secondRun() async throws {
            let ran = try await run(
                """
                generate; ls Out/Swift; touch -t 200101010000 Out/Swift/*; echo '// old' >> Out/Swift/Shop+orders.swift
                generate; find Out/Swift -newermt 2002-01-01 -name '*.swift'; ls Out/Swift; grep -c old Out/Swift/*
                """)
            let files = "Shop+orders.swift\nShop.swift\n"
            #expect(
                ran.output == files + "Out/Swift/Shop+orders.swift\n" + files
                    + "Out/Swift/Shop+orders.swift:0\nOut/Swift/Shop.swift:0\n", "\(ran)")
        }

        @Test("A type stays where the lock file has it when another namespace uses it")
        func acceptedTypes() async throws {
            let ran = try await run(
                """
                method() {
                    echo '{"methods": [{"name": "'$1'.create", "parameters": [{"name": "owner", "type": "object",' \
                        '"properties": {"id": {"type": "integer"}}}]}]}'
                }
                method orders > Schema/orders/methods.json; methodical check --accept
                mkdir Schema/carts; method carts > Schema/carts/methods.json; methodical check
                generate; grep -o 'owner: [A-Za-z.]*' Out/Swift/*.swift
                """)
            let types = "owner: Shop.Orders.CreateOwner"
            #expect(
                ran.output.hasSuffix("Out/Swift/Shop+carts.swift:\(types)\nOut/Swift/Shop+orders.swift:\(types)\n"),
                "\(ran)")
            #expect(!ran.output.contains("breaks callers"), "\(ran)")
        }
    }
#endif
