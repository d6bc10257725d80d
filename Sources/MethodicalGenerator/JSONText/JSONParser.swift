extension JSONTree {
    /// The greatest permitted depth of nested objects and arrays.
    package static let depthLimit = 512

    /// Parses a file according to RFC 8259, with an optional byte order mark, and returns its root.
    ///
    /// If the text is not valid JSON, the function appends a diagnostic for the first error and returns `nil`.
    package func add(_ file: SourceFile, problems: inout [Diagnostic]) -> JSONNode? {
        let count = file.bytes.count
        guard count < 0x4000_0000 else {
            problems.append(
                Diagnostic(.error, at: Place(file: file.shownPath, line: 1, column: 1), "the file is larger than 1 GB"))
            return nil
        }
        let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: count + 8)
        file.bytes.withUnsafeBufferPointer { buffer in
            if let base = buffer.baseAddress { copy.initialize(from: base, count: count) }
        }
        (copy + count).initialize(repeating: 0, count: 8)
        texts.append(Text(shownPath: file.shownPath, bytes: copy, count: count))
        var parser = JSONParser(tree: self, file: texts.count - 1, bytes: copy, end: count)
        let root = parser.parse()
        guard let failure = parser.failure else { return node(root) }
        problems.append(
            Diagnostic(.error, at: place(file: texts.count - 1, offset: min(failure.offset, count)), failure.message))
        return nil
    }
}

/// A parser that reads the bytes in a single pass. It keeps its own stack of open objects and arrays, so deep
/// nesting does not use the call stack.
///
/// The bytes end in zeros (see `JSONTree.Text`), so that the parser can look at following bytes without
/// checking for the end. A zero byte ends every token.
struct JSONParser {
    let tree: JSONTree
    private let store: UnsafeMutablePointer<JSONTree.Store>
    let file: Int32
    let bytes: UnsafeMutablePointer<UInt8>
    let end: Int
    /// The offset of the next byte.
    var at = 0
    var failure: (offset: Int, message: String)?
    /// The key of the member whose value is parsed next, or -1.
    private var key: Int32 = -1
    private var keyStart: Int32 = 0
    private var depth = 0
    /// The objects and arrays that enclose `parent`. `lasts` holds the last child of each.
    private var parents: [Int32] = []
    /// The innermost open object or array, or -1.
    private var parent: Int32 = -1
    /// The last child of `parent`, or -1.
    private var last: Int32 = -1
    private var lasts: [Int32] = []

    init(tree: JSONTree, file: Int, bytes: UnsafeMutablePointer<UInt8>, end: Int) {
        self.tree = tree
        store = tree.store
        self.file = Int32(truncatingIfNeeded: file)
        self.bytes = bytes
        self.end = end
    }

    /// Records an error. Only the first one is kept.
    mutating func fail(_ offset: Int, _ message: String) {
        if failure == nil { failure = (offset, message) }
    }

    mutating func fail(_ offset: Int, expected: String) {
        fail(offset, "expected " + expected + ", found " + found(offset))
    }

    /// Parses the whole text, and returns the index of its root.
    mutating func parse() -> Int32 {
        if bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { at = 3 }
        if bytes[0] >= 0xFE, bytes[0] ^ bytes[1] == 1 { fail(0, "this text is UTF-16; save it as UTF-8") }
        let root = Int32(truncatingIfNeeded: store.pointee.count)
        value()
        while failure == nil, parent >= 0 { step() }
        skipSpace()
        if failure == nil, at < end { fail(at, expected: "the end of the file") }
        return root
    }

    /// Parses the next part of the innermost open object or array: a member or an element, or its end.
    private mutating func step() {
        skipSpace()
        let isObject = store.pointee.cell(parent).pointee.kind == .object
        let closing: UInt8 = isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
        if bytes[at] == closing, at < end {
            at &+= 1
            return close(isObject)
        }
        if last >= 0 {
            guard bytes[at] == UInt8(ascii: ","), at < end else {
                return fail(at, expected: "\",\" or \"\(isObject ? "}" : "]")\"")
            }
            at &+= 1
            skipSpace()
            if bytes[at] == closing {
                return fail(at, expected: "another \(isObject ? "member" : "element") after \",\"")
            }
        }
        if isObject { readKey() }
        if failure == nil { value() }
    }

    /// Parses the key of a member, and the colon after it.
    private mutating func readKey() {
        guard bytes[at] == UInt8(ascii: "\""), at < end else { return fail(at, expected: "a key in double quotes") }
        keyStart = Int32(truncatingIfNeeded: at)
        let start = at &+ 1
        let isEscaped = string()
        guard failure == nil else { return }
        let length = at &- start &- 1
        key = isEscaped ? tree.internEscaped(bytes + start, length) : tree.symbols.intern(bytes + start, length)
        skipSpace()
        guard bytes[at] == UInt8(ascii: ":"), at < end else { return fail(at, expected: "\":\" after the key") }
        at &+= 1
    }

    /// Parses a scalar, or the opening brace or bracket of an object or array.
    private mutating func value() {
        skipSpace()
        let start = at
        switch bytes[at] {
        case UInt8(ascii: "\""):
            let isEscaped = string()
            add(.string, start, at &- start &- 2, isEscaped)
        case UInt8(ascii: "{"): open(.object)
        case UInt8(ascii: "["): open(.array)
        case UInt8(ascii: "t"): literal("true", .bool)
        case UInt8(ascii: "f"): literal("false", .bool)
        case UInt8(ascii: "n"): literal("null", .null)
        case UInt8(ascii: "-"), 48...57:
            number()
            add(.number, start, at &- start, false)
        default: fail(at, expected: "a value")
        }
    }

    /// Appends a node to the tree, as the next child of the innermost open object or array.
    private mutating func add(_ kind: JSONNode.Kind, _ start: Int, _ length: Int, _ isEscaped: Bool) {
        let node = tree.append(
            JSONTree.Cell(
                kind: kind, isEscaped: isEscaped, file: file, start: Int32(truncatingIfNeeded: start),
                length: Int32(truncatingIfNeeded: length), first: -1, next: -1, key: key, keyStart: keyStart))
        key = -1
        if last >= 0 {
            store.pointee.cell(last).pointee.next = node
        } else if parent >= 0 {
            store.pointee.cell(parent).pointee.first = node
        }
        last = node
    }

    private mutating func open(_ kind: JSONNode.Kind) {
        guard parents.count < JSONTree.depthLimit else {
            return fail(at, "objects and arrays stand more than \(JSONTree.depthLimit) deep in one another")
        }
        add(kind, at, 0, false)
        at &+= 1
        parents.append(parent)
        lasts.append(last)
        parent = last
        last = -1
    }

    private mutating func close(_ isObject: Bool) {
        if isObject { tree.markDuplicates(parent) }
        parent = parents.removeLast()
        last = lasts.removeLast()
    }

    /// Parses `true`, `false` or `null`.
    private mutating func literal(_ text: StaticString, _ kind: JSONNode.Kind) {
        var index = 0
        while index < text.utf8CodeUnitCount {
            guard bytes[at &+ index] == text.utf8Start[index] else { return fail(at, expected: "a value") }
            index &+= 1
        }
        add(kind, at, index, false)
        at &+= index
    }

    mutating func skipSpace() {
        var here = at
        while true {
            let byte = bytes[here]
            if byte > 32 || (byte != 32 && byte != 10 && byte != 13 && byte != 9) { break }
            here &+= 1
        }
        at = here
    }
}
