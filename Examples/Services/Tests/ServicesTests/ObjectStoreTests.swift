import Foundation
import Methodical
import MethodicalMock
import MethodicalTesting
import MethodicalTransfers
import ObjectStore
import Testing

/// Tests of an object store: files in both directions, forms with files, credentials, and several servers.
@Suite struct ObjectStoreTests {
    private let server: MockServer
    private let store: ObjectStore
    private let folder: TemporaryFolder

    init() async throws {
        server = try await MockServer.start("ObjectStore")
        store = ObjectStore(
            account: Account(credentials: ["key": .key("K1"), "secret": .key("S1")]),
            configuration: server.configuration)
        folder = try TemporaryFolder()
    }

    // MARK: Files

    /// The file is sent in pieces from the disk, and is never in memory as a whole.
    @Test func uploadFromDisk() async throws {
        let picture = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0) })
        let file = try folder.file("cat.jpg", picture)

        let upload = store.objects.put(.file(file), bucket: "photos", key: "2026/cat.jpg").start()
        var last: TransferProgress?
        for await progress in upload.progress { last = progress }

        #expect(last?.sent.bytes == picture.count)
        #expect(try await upload.value.name == "cat.jpg")
        #expect(server.calls.map(\.body) == [picture])
        #expect(server.calls[0].arguments["key"] == "2026/cat.jpg")
    }

    /// The other way round, the bytes go to the disk as they arrive. After a lost connection, the rest follows.
    @Test func downloadToDisk() async throws {
        server.on("objects.get", "the bytes of the file")
        let file = folder.url.appending(path: "notes.txt")
        let bytes = try await store.objects.get(bucket: "texts", key: "2026/notes.txt").download(to: file).send()

        #expect(bytes == 21)
        #expect(try Data(contentsOf: file) == Data("the bytes of the file".utf8))
    }

    /// A small file fits into memory. The schema lists a header field, which is a property of the response.
    @Test func downloadToMemory() async throws {
        server.on("objects.get", "the bytes of the file")
        let response = try await store.objects.get(bucket: "texts", key: "2026/notes.txt").response()
        #expect(response.value == Data("the bytes of the file".utf8))
        #expect(response.checksum != nil)
    }

    /// A form has fields and files. A file is on disk, in memory, or a stream.
    @Test func severalFilesInAForm() async throws {
        let stream = AsyncStream<Data> { stream in
            for piece in ["a", "b"] { stream.yield(Data(piece.utf8)) }
            stream.finish()
        }
        let files: [Upload] = [
            .file(try folder.file("cat.jpg", Data([1, 2, 3]))),
            .data(Data([4, 5, 6]), name: "dog.jpg"),
            .stream(stream, name: "log.txt"),
        ]
        server.on("objects.attach") { call in
            .array((call.arguments["files"] ?? "").split(separator: ",").map { ["key": .string("\($0)"), "bytes": 3] })
        }
        let objects = try await store.objects.attach(bucket: "photos", title: "Pets", files: files).send()

        #expect(objects.map(\.name) == ["cat.jpg", "dog.jpg", "log.txt"])
        #expect(server.calls[0].arguments["title"] == "Pets")
    }

    /// The body is plain text, which needs no file.
    @Test func aNote() async throws {
        try await store.objects.describe("My cat, asleep", bucket: "photos", key: "2026/cat.jpg").send()
        #expect(server.lastBody == "My cat, asleep")
        #expect(server.calls[0].method == "objects.describe")
    }

    // MARK: Credentials

    /// Each call sends both values.
    @Test func keyAndSecret() async throws {
        _ = try await store.objects.get(bucket: "texts", key: "a").send()
        #expect(server.calls[0].credentials == ["key": "K1", "secret": "S1"])
    }

    /// Without a credential that it needs, a call fails before the network. The error names the scheme and shows no
    /// value.
    @Test func aMissingCredential() async throws {
        let store = ObjectStore(
            account: Account(credentials: ["key": .key("K1")]), configuration: server.configuration)
        let error = await #expect(throws: APIError.self) {
            try await store.objects.get(bucket: "texts", key: "a").send()
        }
        #expect(error?.code == .notAuthorized)
        #expect(error?.message?.hasSuffix("has no value for secret") == true)
        #expect(error?.description.contains("K1") == false)
        #expect(server.calls.isEmpty)
    }

    // MARK: Servers

    /// Files are on a server of their own. The region is a part of both addresses. A mock server stands for all
    /// servers of an API, so this test looks at the addresses with a stub.
    @Test func regionsAndServers() async throws {
        let stub = StubTransport()
        let store = ObjectStore(account: .test, region: .us, transport: stub)
        stub.on(store.objects.get(bucket: "", key: "")) { _ in Data() }
        stub.on(store.objects.list(bucket: "")) { _ in [] }

        _ = try await store.objects.get(bucket: "photos", key: "2026/cat.jpg").send()
        _ = try await store.objects.list(bucket: "photos").send()
        #expect(
            stub.calls.map(\.request.url.absoluteString) == [
                "https://content.us.objects.example.com/photos/2026/cat.jpg",
                "https://us.objects.example.com/photos",
            ])
    }
}
