#if CommandLine && Crypto
    import Foundation
    import LoopbackServer
    import TestFiles
    import Testing
    import Toolchain

    /// Tests of `methodical sign-in` and `sign-out` as processes, with a service on loopback and a browser that is a URL
    /// session.
    @Suite struct SignInTests {
        private typealias Secret = SignInService.Secret

        @Test("The page signs a user in with a proof key, and calls send the stored token")
        func byThePage() async throws {
            let service = try SignInService()
            let ran = try await service.signIn("--scope", "books", "--scope", "notes")
            #expect(ran.status == 0, "\(ran)")
            #expect(ran.output == "signed in to Library as 7 (Ada)\n")
            #expect(ran.errors.hasPrefix("Open this page to sign in:\nhttp://127.0.0.1:"), "\(ran)")
            let page = try #require(service.server.received.first { $0.target.hasPrefix("/page") }).query
            #expect(page["client_id"] == "app" && page["scope"] == "books notes")
            #expect(page["code_challenge_method"] == "S256" && (page["code_challenge"] ?? "").count == 43)
            let form = try #require(service.forms.first)
            #expect(form["grant_type"] == "authorization_code" && form["code"] == Secret.code)
            #expect((form["code_verifier"] ?? "").count >= 43 && form["redirect_uri"] == page["redirect_uri"])
            #expect(form["client_secret"] == nil)
            let called = try await service.run("call", "books.get", "id=7")
            #expect(called.status == 0 && called.output == "{\n  \"title\": \"<secret>\"\n}\n", "\(called)")
            #expect(service.server.received.last?["Authorization"] == "Bearer \(Secret.tokens[0])")
            try service.checkStoredFiles()
            #expect(try service.storedFiles().contains { $0.hasSuffix(".token") })
        }

        @Test("A code signs a user in on another device, also with the application's secret from a file")
        func byTheDevice() async throws {
            let service = try SignInService()
            try Data("\(Secret.client)\n".utf8).write(to: service.folder.url.appending(path: "secret"))
            let ran = try await service.run(
                "sign-in", "--device", "--client-id", "other", "--client-secret", "file:secret")
            #expect(ran.status == 0 && ran.output == "signed in to Library as 7 (Ada)\n", "\(ran)")
            #expect(ran.errors == "Open https://library.example/device and enter the code WDJB-MJHT.\n")
            let form = try #require(service.forms.first)
            #expect(form["device_code"] == Secret.deviceCode && form["client_id"] == "other")
            #expect(form["client_secret"] == Secret.client)
            try FileManager.default.removeItem(at: service.folder.url.appending(path: "secret"))
            try service.checkStoredFiles()
        }

        @Test("A terminal opens the browser, unless the person wants to open the page")
        func browser() async throws {
            let service = try SignInService()
            let programs = service.folder.url.appending(path: "bin")
            try FileManager.default.createDirectory(at: programs, withIntermediateDirectories: true)
            #if os(macOS)
                let name = "open"
            #else
                let name = "xdg-open"
            #endif
            // The browser of this test only notes the address, and the test opens it.
            let note = service.folder.url.appending(path: "address")
            let script = "#!/bin/sh\nprintf '%s' \"$1\" > '\(note.path).new'; mv '\(note.path).new' '\(note.path)'\n"
            let program = programs.appending(path: name)
            try Data(script.utf8).write(to: program)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
            let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
            let environment = service.environment.merging(["PATH": programs.path + ":" + path]) { $1 }
            async let ran = Command.onTerminal(["sign-in"], in: service.folder.url, environment: environment)
            while !FileManager.default.fileExists(atPath: note.path) {
                try await Task.sleep(for: .milliseconds(10))
            }
            let address = try String(contentsOf: note, encoding: .utf8)
            try await SignInService.browse(try #require(URL(string: address)))
            let shown = try await ran
            #expect(shown.status == 0 && shown.output.contains("signed in to Library as 7 (Ada)\n"), "\(shown)")
            #expect(shown.output.contains(address))
            try FileManager.default.removeItem(at: note)
            let other = try RunningSignIn(["--no-browser"], of: service, environment: environment)
            try await SignInService.browse(try await other.page())
            #expect(try await other.end().status == 0)
            #expect(!FileManager.default.fileExists(atPath: note.path))
        }

        @Test("Accounts are listed without secrets, and leave one by one or all together")
        func listAndSignOut() async throws {
            let service = try SignInService()
            let nobody = try await service.run("sign-in", "--list")
            #expect(nobody.status == 0 && nobody.output.isEmpty, "\(nobody)")
            #expect(nobody.errors == "nobody has signed in; `methodical sign-in` signs in\n")
            #expect(try service.storedFiles().isEmpty)
            try await service.signIn()
            service.rules.withLock { rules in
                rules.user = 8
                rules.members = #","expires_in":7200"#
            }
            try await service.signIn()
            let list = try await service.run("sign-in", "--list")
            #expect(
                list.output.contains(#/^  7 \(Ada\)\n\* 8 \(Ada\), until 20[0-9T:-]+Z, is refreshed\n$/#), "\(list)")
            let out = try await service.run("sign-out")
            #expect(out.status == 0 && out.output == "signed out of Library: 8\n", "\(out)")
            #expect(try await service.run("sign-in", "--list").output == "* 7 (Ada)\n")
            let unknown = try await service.run("sign-out", "9")
            #expect(unknown.status == 2 && unknown.errors == "error: 9 has not signed in; the accounts are 7\n")
            try await service.signIn()
            let all = try await service.run("sign-out", "--all")
            #expect(all.output == "signed out of Library: 7\nsigned out of Library: 8\n", "\(all)")
            let again = try await service.run("sign-out")
            #expect(again.status == 2 && again.errors.hasPrefix("error: nobody has signed in"), "\(again)")
            let left = try service.storedFiles().filter { $0.hasSuffix(".token") || $0.hasSuffix(".note") }
            #expect(left.isEmpty)
        }

        @Test(
            "An impossible sign-in says what is missing, and stores nothing",
            arguments: [
                (
                    ["--client-secret", Secret.client],
                    "error: --client-secret expects env:VARIABLE or file:PATH\n"
                ),
                (["--client-id", "env:UNSET_1"], "error: the environment has no variable UNSET_1\n"),
                (
                    ["--schema", "NoDevice", "--device"],
                    "error: signIn of api.json has no device and token, which --device needs\n"
                ),
                (
                    ["--schema", "Nothing"],
                    "error: api.json does not say how to sign in; expected signIn with authorize and token, or with "
                        + "device and token\n"
                ),
            ])
        func impossible(words: [String], message: String) async throws {
            let service = try SignInService()
            try service.writeSchema(to: "NoDevice") { $0.replacing(/"device": "[^"]*",/, with: "") }
            try service.writeSchema(to: "Nothing") { $0.replacing(/"signIn": (?:.|\n)*?\} \},/, with: "") }
            let schema = words.contains("--schema") ? [] : ["--schema", "Schema"]
            let ran = try await Command.methodical(
                ["sign-in"] + words + schema, in: service.folder.url, environment: service.environment)
            #expect(ran.status == 2 && ran.output.isEmpty, "\(ran)")
            #expect(ran.errors == message)
            #expect(try service.storedFiles().isEmpty)
        }

        @Test("An application is necessary")
        func withoutApplication() async throws {
            let service = try SignInService()
            let ran = try await service.run("sign-in", environment: ["METHODICAL_CLIENT_ID": ""])
            #expect(ran.status == 2)
            #expect(
                ran.errors == "error: a sign-in needs the id of an application that the service knows: --client-id ID, "
                    + "or the variable METHODICAL_CLIENT_ID\n")
        }

        @Test("The subcommands are completed")
        func completion() async throws {
            let service = try SignInService()
            #expect(try await service.run("completion", "--line", "methodical sign").output == "sign-in\nsign-out\n")
            let options = try await service.run("completion", "--line", "methodical sign-in --client").output
            #expect(options == "--client-id\n--client-secret\n")
        }
    }
#endif
