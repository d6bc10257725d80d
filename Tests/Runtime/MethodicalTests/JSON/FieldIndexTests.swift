import Methodical
import Testing

/// Tests of the enumeration over which generated code switches.
@Suite struct FieldIndexTests {
    @Test("Each index below 255 becomes the case with its number", arguments: 0..<255)
    func numbered(index: Int) {
        #expect(String(describing: APIEngine.FieldIndex(index)) == "f\(index)")
    }

    @Test("An index without a case becomes the case for others", arguments: [-1, 255, 256, 511, .max, .min])
    func other(index: Int) {
        #expect(APIEngine.FieldIndex(index) == .other)
    }
}
