import Foundation

/// yyjson, if its library is installed (Debian's `libyyjson0`). It makes a tree of untyped values that point into the
/// text, which is the least possible work.
struct YYJSON {
    private typealias Memory = UnsafeMutableRawPointer
    private typealias Read = @convention(c) (UnsafePointer<UInt8>, Int, UInt32, Memory?, Memory?) -> Memory?
    private typealias Pool = @convention(c) (Memory, Memory, Int) -> Bool
    private let read: Read
    private let pool: Pool

    init?() {
        let names = ["libyyjson.so.0", "libyyjson.so", "libyyjson.dylib"]
        guard let library = names.lazy.compactMap({ dlopen($0, RTLD_NOW) }).first,
            let read = dlsym(library, "yyjson_read_opts"),
            let pool = dlsym(library, "yyjson_alc_pool_init")
        else { return nil }
        self.read = unsafeBitCast(read, to: Read.self)
        self.pool = unsafeBitCast(pool, to: Pool.self)
    }

    /// Returns a closure that reads a text repeatedly into the same memory.
    func reading(_ text: [UInt8]) -> () throws -> Void {
        let size = text.count * 14 + 4096
        let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
        // An allocator is four pointers.
        let allocator = UnsafeMutableRawPointer.allocate(byteCount: 4 * MemoryLayout<Int>.size, alignment: 16)
        return {
            guard pool(allocator, memory, size), read(text, text.count, 0, allocator, nil) != nil else {
                throw Refusal()
            }
        }
    }

    struct Refusal: Error {}
}
