import Testing

/// Tests of the whole program, by what it prints.
@Suite struct LiveTests {
    private let folder = TemporaryFolder()

    private static let firstPage = """
        3 chores, and more
          1 [ ] Water the plants (Ada)
          2 [ ] Take out the bins (Ben)
          3 [ ] Buy milk (Ada)
        """

    @Test("The list is loaded page by page")
    func pages() async throws {
        let program = try Program(folder.path)
        try await program.expect(Self.firstPage)
        try program.type("more")
        try await program.expect(
            "5 chores\n" + Self.firstPage.dropFirstLine + """

                  4 [ ] Mend the bicycle (Ben)
                  5 [ ] Call grandmother (Ada)
                """)
        try program.type("quit")
        #expect(program.end() == 0)
    }

    @Test("A change is shown at once, in the list, and in the detail after the server has made it")
    func change() async throws {
        let program = try Program(folder.path)
        try await program.expect(Self.firstPage)
        try program.type("open 1")
        try await program.expect("chore 1: Water the plants, to do by Ada")
        try program.type("done 1")
        try await program.expect(Self.firstPage.replacing("1 [ ]", with: "1 [x]"))
        try await program.expect("chore 1: Water the plants, done by Ada")
        try program.type("quit")
        #expect(program.end() == 0)
    }

    @Test("A change that the server refuses is taken back")
    func refusal() async throws {
        let program = try Program(folder.path)
        try await program.expect(Self.firstPage)
        try program.type("done 2")
        try await program.expect(Self.firstPage.replacing("2 [ ]", with: "2 [x]"))
        try await program.expect("! Ben does that")
        try program.type("refresh")
        try program.type("done 3")
        // The refused change is not shown any longer.
        try await program.expect(Self.firstPage.replacing("3 [ ]", with: "3 [x]"))
        try program.type("open 9")
        try await program.expect("! there is no such chore")
        try program.type("quit")
        #expect(program.end() == 0)
    }

    @Test("A write of another process changes the list, also after an offline time")
    func otherProcess() async throws {
        let program = try Program(folder.path)
        try await program.expect(Self.firstPage)
        let writer = try Program(folder.path, "add", "Sweep the stairs")
        try await writer.expect("added chore 6")
        #expect(writer.end() == 0)
        let second = """
            3 chores, and more
              6 [ ] Sweep the stairs (Ada)
              1 [ ] Water the plants (Ada)
              2 [ ] Take out the bins (Ben)
            """
        try await program.expect(second)

        try program.type("offline")
        try program.type("refresh")
        try await program.expect("! chores.list: offline: the client is offline")
        let last = try Program(folder.path, "add", "Wash the car")
        try await last.expect("added chore 7")
        try program.type("online")
        try await program.expect(
            """
            3 chores, and more
              7 [ ] Wash the car (Ada)
              6 [ ] Sweep the stairs (Ada)
              1 [ ] Water the plants (Ada)
            """)
        try program.type("quit")
        #expect(program.end() == 0)
    }

    @Test("Without the service, a second process says what to do")
    func withoutService() async throws {
        let writer = try Program(folder.path, "add", "Sweep the stairs")
        try await writer.expect("nothing runs in \(folder.path): start `Live \(folder.path)` first")
        #expect(writer.end() == 1)
    }
}

extension String {
    /// The text after the first line.
    fileprivate var dropFirstLine: String {
        drop { $0 != "\n" }.dropFirst().description
    }
}
