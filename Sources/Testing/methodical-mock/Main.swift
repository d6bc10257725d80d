#if CommandLine
    import Foundation
    import MethodicalGenerator
    import MethodicalMock

    /// The server of `methodical mock`. The command starts this program with arguments that it has checked and with the
    /// schema's files on standard input.
    @main
    enum Main {
        static func main() async throws {
            let words = Array(CommandLine.arguments.dropFirst())
            guard words.count >= 4,
                let port = UInt16(words[0]),
                let seed = UInt64(words[1]),
                let items = Int(words[2])
            else {
                fail("this program is started by `methodical mock`")
            }
            let files = try JSONDecoder().decode(
                [String: Data].self, from: FileHandle.standardInput.readToEnd() ?? Data())
            let sorted = files.sorted { $0.key < $1.key }
            let compilation = compile(sorted.map { SourceFile(path: $0.key, bytes: [UInt8]($0.value)) })
            guard let api = compilation.api else {
                fail("the schema has errors")
            }
            do {
                let recordings = words.dropFirst(4).first.map { URL(fileURLWithPath: $0) }
                let service = try MockService(
                    api,
                    seed: seed,
                    items: items,
                    recordings: recordings,
                    report: { tell(shown($0)) })
                let server = try await MockServer.start(service, port: port, host: words[3])
                let methods = api.methods.count == 1 ? "1 method" : "\(api.methods.count) methods"
                tell("\(api.name), \(methods), at \(server.baseURL)")
                tell("  let client = \(api.name)(account: account, baseURL: \"\(server.baseURL)\")")
                if let token = server.authorization.token {
                    tell("  tokens for any user at \(token)")
                }
                tell("Control-C ends it.")
                while true {
                    try await Task.sleep(for: .seconds(3600))
                }
            } catch let refusal as MockServer.Refusal {
                fail(refusal.description)
            }
        }

        /// Writes a line without buffering, because people watch the server's output. The server continues if the
        /// output cannot be written.
        private static func tell(_ text: String, to file: FileHandle = .standardOutput) {
            do {
                try file.write(contentsOf: Data((text + "\n").utf8))
            } catch {
                return
            }
        }

        private static func fail(_ message: String) -> Never {
            tell("Error: \(message)", to: .standardError)
            exit(64)
        }

        /// Returns the text without characters that would end the line or control the terminal. The text is not trusted
        /// because any page in a browser can call the server.
        private static func shown(_ text: String) -> String {
            text.replacingHidden { _ in "\u{FFFD}" }
        }
    }
#else
    @main
    enum Main {
        static func main() { print("The mock server needs the package's trait `CommandLine`.") }
    }
#endif
