import Methodical
import Testing

/// Tests of unions whose objects have a key twice.
@Suite struct RepeatedKeyTests {
    private func read<T: APIValue>(_ text: String, _ policy: ReadingPolicy) throws -> T {
        try T(json: Array(text.utf8), reading: policy)
    }

    /// The last value of a key counts, and the key counts as one member.
    @Test(arguments: Probe.policies) func repeatedKeysCountOnce(policy: ReadingPolicy) throws {
        let post: ShapesAPI.Trial = try read(#"{"text":"a","width":1,"width":2}"#, policy)
        #expect(post == .post(.init(text: "a")))
        let last: ShapesAPI.Trial = try read(#"{"text":"a","width":1,"text":"b"}"#, policy)
        #expect(last == .post(.init(text: "b")))
        let photo: ShapesAPI.Trial = try read(#"{"type":"x","width":1,"width":2,"text":3,"type":"y"}"#, policy)
        #expect(photo == .photo(.init(type: "y", width: 2)))
    }

    /// Every value of a key is read, so each that does not fit counts against the alternative.
    @Test(
        arguments: Probe.policies,
        [
            #"{"text":1,"text":1,"width":2}"#, #"{"text":1,"text":"a","width":2}"#, #"{"text":"a","text":1,"width":2}"#,
        ])
    func everyValueMustFit(policy: ReadingPolicy, text: String) throws {
        let value: ShapesAPI.Trial = try read(text, policy)
        #expect(value == .photo(.init(width: 2)))
    }

    /// The first tag selects the alternative, because looking for a second one would take another pass over every
    /// object.
    @Test(arguments: Probe.policies) func theFirstTagSelects(policy: ReadingPolicy) throws {
        let value: ShapesAPI.FeedItem = try read(#"{"type":"photo","width":1,"text":"a","type":"post"}"#, policy)
        #expect(value == .photo(.init(type: "post", width: 1)))
    }
}
