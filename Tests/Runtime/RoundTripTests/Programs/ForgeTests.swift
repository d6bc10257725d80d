#if MockServer
    import Foundation
    import Methodical
    import MethodicalMock
    import MethodicalTesting
    import Testing

    /// The program of an app for an API like Gitea, against the mock server.
    @Suite struct ForgeTests {
        private let server: MockServer
        private let forge: Forge

        init() async throws {
            server = try await MockServer.start(schemas: Programs.schema("Forge"))
            let account = Account(credentials: ["login": .key("token abc")])
            forge = Forge(account: account, baseURL: server.baseURL)
        }

        @Test func `a repository is read, and its description is edited`() async throws {
            let repository: Forge.Repository = try await forge.repository.repoGet(owner: "ada", repo: "notes").send()
            #expect(server.calls.last?.credentials == ["login": "token abc"])
            var edit = Forge.EditRepoOption(name: repository.name, private: repository.private)
            edit.description = "All notes"
            try await forge.repository.repoEdit(edit, owner: "ada", repo: "notes").send()
            let body = try #require(try server.lastBody.objectValue)
            #expect(body["description"] == "All notes" && body["name"] == repository.name.map { .string($0) })
            #expect(server.calls.last?.arguments["owner"] == "ada" && server.calls.last?.arguments["repo"] == "notes")
            try await forge.repository.repoEdit(owner: "ada", repo: "notes", private: true).send()
            #expect(try server.lastBody == ["private": true])
        }

        @Test func `names in a path may have any character`() async throws {
            _ = try await forge.repository.repoGet(owner: "a/b", repo: "c d?e").send()
            #expect(server.calls.last?.method == "repository.repoGet")
            #expect(server.calls.last?.arguments == ["owner": "a/b", "repo": "c d?e"])
        }

        @Test func `labels are numbers, names or both`() async throws {
            let issue = try await forge.issue.getIssue(owner: "ada", repo: "notes", index: 1).send()
            let ids: [Int] = [4, 5]
            try await forge.issue.addLabel(owner: "ada", repo: "notes", index: 1, labels: ids).send()
            #expect(try server.lastBody == ["labels": [4, 5]])
            let names = ["bug", "later"]
            try await forge.issue.replaceLabels(owner: "ada", repo: "notes", index: 1, labels: names).send()
            #expect(try server.lastBody == ["labels": ["bug", "later"]])
            try await forge.issue.addLabel(owner: "ada", repo: "notes", index: 1, labels: [4, "bug"]).send()
            #expect(try server.lastBody == ["labels": [4, "bug"]])
            let known = issue.labels?.compactMap(\.id) ?? []
            try await forge.issue.replaceLabels(owner: "ada", repo: "notes", index: 1, labels: known).send()
            #expect(try server.lastBody == ["labels": .array(known.map { .integer($0) })])
            let option = Forge.IssueLabelsOption(labels: [4, "bug"])
            try await forge.issue.addLabel(option, owner: "ada", repo: "notes", index: 1).send()
            #expect(try server.lastBody == ["labels": [4, "bug"]])
            try await forge.issue.removeLabel(owner: "ada", repo: "notes", index: 1, id: "bug").send()
            #expect(server.calls.last?.arguments["id"] == "bug")
            try await forge.issue.removeLabel(owner: "ada", repo: "notes", index: 1, id: ids[0]).send()
            #expect(server.calls.last?.arguments["id"] == "4")
        }

        @Test func `a patch sends null, and leaves out what is absent`() async throws {
            try await forge.issue.editIssue(owner: "ada", repo: "notes", index: 1, milestone: .null).send()
            #expect(try server.lastBody == ["milestone": nil])
            try await forge.issue.editIssue(
                owner: "ada", repo: "notes", index: 1, body: "More", state: .closed, milestone: 3, dueDate: .null,
                assignees: ["ada"]
            ).send()
            #expect(
                try server.lastBody == [
                    "body": "More", "state": "closed", "milestone": 3, "due_date": nil, "assignees": ["ada"],
                ])
            var edit = Forge.EditIssueOption(title: "Title")
            try await forge.issue.editIssue(edit, owner: "ada", repo: "notes", index: 1).send()
            #expect(try server.lastBody == ["title": "Title"])
            edit.dueDate = .null
            edit.body = .null
            try await forge.issue.editIssue(edit, owner: "ada", repo: "notes", index: 1).send()
            #expect(try server.lastBody == ["title": "Title", "due_date": nil, "body": nil])
        }

        @Test func `an issue that was read becomes the edit of another one`() async throws {
            server.on(
                "issue.getIssue",
                [
                    "number": 1, "title": "Crash", "state": "open", "milestone": ["id": 9, "title": "2.0"],
                    "due_date": "2026-03-01T00:00:00Z", "assignees": nil,
                ])
            let issue = try await forge.issue.getIssue(owner: "ada", repo: "notes", index: 1).send()
            #expect(issue.assignees == nil)
            let edit = Forge.EditIssueOption(
                state: issue.state, milestone: Nullable(issue.milestone?.id), dueDate: Nullable(issue.dueDate),
                assignees: Nullable(issue.assignees?.compactMap(\.login)))
            try await forge.issue.editIssue(edit, owner: "ada", repo: "notes", index: 2).send()
            let body: JSON = ["state": "open", "milestone": 9, "due_date": "2026-03-01T00:00:00Z", "assignees": nil]
            #expect(try server.lastBody == body)
        }

        @Test func `a file is read as bytes, changed and written`() async throws {
            server.on(
                "repository.repoGetContents",
                ["path": "docs/a b.md", "sha": "1a", "encoding": "base64", "content": "SGVs\nbG8=\n"])
            let file = try await forge.repository.repoGetContents(owner: "ada", repo: "notes", filepath: "docs/a b.md")
                .send()
            #expect(server.calls.last?.arguments["filepath"] == "docs/a b.md")
            var text = try #require(file.content?.data)
            text.append(contentsOf: "!".utf8)
            let author = Forge.Identity(name: "Ada")
            try await forge.repository.repoUpdateFile(
                owner: "ada", repo: "notes", filepath: "docs/a b.md", content: text, sha: try #require(file.sha),
                author: author
            ).send()
            #expect(try server.lastBody == ["content": "SGVsbG8h", "sha": "1a", "author": ["name": "Ada"]])
            let whole = Forge.UpdateFileOptions(content: Base64String(text), sha: "1a", author: author)
            try await forge.repository.repoUpdateFile(whole, owner: "ada", repo: "notes", filepath: "a").send()
            #expect(try server.lastBody == ["content": "SGVsbG8h", "sha": "1a", "author": ["name": "Ada"]])
        }

        @Test func `a reaction is added and removed by a body`() async throws {
            try await forge.issue.postIssueReaction(owner: "ada", repo: "notes", index: 1, content: .plus1).send()
            #expect(try server.lastBody == ["content": "+1"])
            let reaction = Forge.EditReactionOption(content: .heart)
            try await forge.issue.deleteIssueReaction(reaction, owner: "ada", repo: "notes", index: 1).send()
            #expect(server.calls.last?.method == "issue.deleteIssueReaction")
            #expect(try server.lastBody == ["content": "heart"])
        }

        @Test func `all issues are read by the links of the pages`() async throws {
            var count = 0
            for try await _ in forge.issue.listIssues(owner: "ada", repo: "notes", state: .open, limit: 20).items {
                count += 1
            }
            #expect(count == 50 && server.calls.count == 3)
            #expect(server.calls.allSatisfy { $0.arguments["state"] == "open" })
        }

        @Test func `each failure is caught as its own type`() async throws {
            server.fail("issue.editIssue", code: 0, "Wrong", status: 422, details: ["errors": ["due_date is wrong"]])
            do {
                try await forge.issue.editIssue(owner: "ada", repo: "notes", index: 1, title: "").send()
                Issue.record("no error")
            } catch {
                #expect(error.status == 422)
                let invalid = try #require(error.failure(as: Forge.APIValidationError.self))
                #expect(invalid.errors == ["due_date is wrong"] && invalid.message == "Wrong")
            }
            server.fail("repository.repoGet", code: 0, "Not Found", status: 404, details: ["url": "https://a.example"])
            let error = await #expect(throws: APIError.self) {
                try await forge.repository.repoGet(owner: "ada", repo: "gone").send()
            }
            #expect(error?.failure() == Forge.APIError(message: "Not Found", url: "https://a.example"))
        }
    }
#endif
