#if WebSocket
    /// A check of text in UTF-8 that arrives in pieces, so that the first wrong byte is noticed at once.
    struct UTF8Check {
        /// The number of bytes that the last character lacks.
        private var missing = 0
        /// The values that the next byte of the last character can have (Unicode, table 3-7).
        private var allowed: ClosedRange<UInt8> = 0x80...0xBF
        /// Indicates whether a byte was wrong.
        private(set) var isInvalid = false

        /// Indicates whether all bytes were right and the last character is complete.
        var isComplete: Bool { missing == 0 && !isInvalid }

        /// Checks the next bytes.
        mutating func append(_ bytes: UnsafeRawBufferPointer) {
            for byte in bytes where !isInvalid {
                append(byte)
            }
        }

        private mutating func append(_ byte: UInt8) {
            if missing > 0 {
                isInvalid = !allowed.contains(byte)
                missing -= 1
                allowed = 0x80...0xBF
                return
            }
            switch byte {
            case 0x00...0x7F: break
            case 0xC2...0xDF: expect(1)
            case 0xE0: expect(2, first: 0xA0...0xBF)
            case 0xED: expect(2, first: 0x80...0x9F)
            case 0xE1...0xEF: expect(2)
            case 0xF0: expect(3, first: 0x90...0xBF)
            case 0xF1...0xF3: expect(3)
            case 0xF4: expect(3, first: 0x80...0x8F)
            default: isInvalid = true
            }
        }

        private mutating func expect(_ count: Int, first: ClosedRange<UInt8> = 0x80...0xBF) {
            missing = count
            allowed = first
        }
    }
#endif
