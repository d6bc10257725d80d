#if WebSocket
    /// The hash function of the WebSocket handshake (RFC 3174). It protects nothing.
    enum SHA1 {
        static func digest(_ text: String) -> [UInt8] {
            var message = Array(text.utf8)
            let bits = UInt64(message.count) * 8
            message.append(0x80)
            while message.count % 64 != 56 {
                message.append(0)
            }
            message += (0..<8).reversed().map { UInt8(truncatingIfNeeded: bits >> ($0 * 8)) }
            var hash: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
            for start in stride(from: 0, to: message.count, by: 64) {
                add(Array(message[start..<start + 64]), to: &hash)
            }
            return hash.flatMap { word in (0..<4).reversed().map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } }
        }

        private static func add(_ block: [UInt8], to hash: inout [UInt32]) {
            var words = (0..<16).map { index in
                block[index * 4..<index * 4 + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            }
            for index in 16..<80 {
                let older = words[index - 14] ^ words[index - 16]
                words.append(rotated(words[index - 3] ^ words[index - 8] ^ older, by: 1))
            }
            var state = hash
            for index in 0..<80 {
                let choice: UInt32
                let constant: UInt32
                switch index {
                case ..<20:
                    choice = (state[1] & state[2]) | (~state[1] & state[3])
                    constant = 0x5A82_7999
                case ..<40:
                    choice = state[1] ^ state[2] ^ state[3]
                    constant = 0x6ED9_EBA1
                case ..<60:
                    choice = (state[1] & state[2]) | (state[1] & state[3]) | (state[2] & state[3])
                    constant = 0x8F1B_BCDC
                default:
                    choice = state[1] ^ state[2] ^ state[3]
                    constant = 0xCA62_C1D6
                }
                let next = rotated(state[0], by: 5) &+ choice &+ state[4] &+ constant &+ words[index]
                state = [next, state[0], rotated(state[1], by: 30), state[2], state[3]]
            }
            for index in hash.indices {
                hash[index] &+= state[index]
            }
        }

        private static func rotated(_ word: UInt32, by count: UInt32) -> UInt32 {
            word << count | word >> (32 - count)
        }
    }
#endif
