import APILearning
import Foundation
import MethodicalGenerator
import Testing

/// Tests of the bundled schema of VK with responses that contradict VK's published schema, in the form in which they
/// were recorded.
@Suite struct VKFactsTests {
    private static let responses = [
        "friends.delete": [
            #"{"success": 1, "friend_deleted": 1}"#, #"{"success": 2, "in_request_deleted": 1}"#,
            #"{"success": 1, "suggestion_deleted": true}"#,
        ],
        // The ID of the added video, as far as the server says it.
        "video.add": ["1", "456239017"],
        // A job without an end has the largest integer of 64 bits, written by way of a floating-point number.
        "users.get": [
            #"[{"id": 5, "career": [{"company": "Mill", "from": 2011, "until": 9.2233720368547758e18}]}]"#,
            #"[{"id": 5, "career": [{"company": "Mill", "from": 2011, "until": 2019}, {"position": "Miller"}]}]"#,
        ],
        "execute": [
            "null", "[null]", "[[1, null], null, false]", #"{"users": null, "count": 2}"#, #""text""#, "0",
        ],
    ]

    @Test("No reading refuses a response as it was recorded", arguments: responses.keys.sorted())
    func recorded(method: String) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "vk-facts-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let values = try #require(Self.responses[method])
        for (index, value) in values.enumerated() {
            let errors = method == "execute" ? #", "execute_errors": [{"method": "a.b", "error_code": 15}]"# : ""
            let file = folder.appending(path: "\(method)__\(index).json")
            try Data(#"{"response": \#(value)\#(errors)}"#.utf8).write(to: file)
        }
        let schema = try BundledSchemaTests.files(of: "VK")
        let lesson = try learn(from: schema, overlay: nil, options: LessonOptions(isTolerant: false)) {
            try ResponseFiles([folder.path], of: $0)
        }
        #expect(lesson.evidence.responses == values.count)
        #expect(lesson.findings.map { "\($0.name): \($0.words)" } == [])
        #expect(lesson.evidence.strangers.map(\.sentence) == [] && lesson.evidence.skipped.map(\.reason) == [])
    }
}
