import Foundation

extension APIDescription {
    /// The header fields in which a server states how many requests are left, and when its rate limit starts anew.
    public struct LimitHeaders: Hashable, Sendable {
        private let remaining: String
        private let reset: String
        /// The field with several limits as a list, `"default";r=0;t=5`.
        private let list: String?

        /// Creates a description of two fields.
        ///
        /// - Parameters:
        ///   - remaining: The field with the number of requests that are left.
        ///   - reset: The field with the time of the reset: seconds from now, seconds or milliseconds since 1970 if the
        ///     number is at least a thousand million, a duration such as `6m0s`, or a date (RFC 3339 or RFC 9110).
        public init(remaining: String, reset: String) {
            self.init(remaining: remaining, reset: reset, list: nil)
        }

        private init(remaining: String, reset: String, list: String?) {
            self.remaining = remaining
            self.reset = reset
            self.list = list
        }

        /// The fields of the draft `ietf-httpapi-ratelimit-headers`: `RateLimit`, or `RateLimit-Remaining` and
        /// `RateLimit-Reset` of its earlier versions.
        public static var standard: LimitHeaders {
            LimitHeaders(
                remaining: "RateLimit-Remaining",
                reset: "RateLimit-Reset",
                list: "RateLimit")
        }

        /// Returns the time until the reset if the response says that no requests are left, otherwise `nil`.
        ///
        /// A response with the status 429 says so by that status. The time is at most a day, so that a wrong clock of
        /// the server cannot stop the client for ever. A date is compared with the server's own clock.
        func pause(after response: HTTPResponse, at now: Date) -> Duration? {
            let headers = response.headers
            var limits = [(headers[remaining], headers[reset])]
            if let text = list.flatMap({ headers[$0] }) {
                limits = Self.limits(in: text)
            }
            let isRefusedByOnlyLimit = response.status == 429 && limits.count == 1
            let pauses = limits.compactMap { left, reset -> Double? in
                let isUsedUp = left.flatMap(Double.init).map { $0 <= 0 } ?? false
                guard isRefusedByOnlyLimit || isUsedUp else { return nil }
                return reset.flatMap { Self.seconds(until: $0, in: response, at: now) }
            }
            guard let longest = pauses.max(),
                longest > 0
            else { return nil }
            return .seconds(min(longest, 86_400))
        }

        /// Returns the limits in a list: `"burst";r=0;t=5, "daily";r=7;t=600`, or `limit=10, remaining=0, reset=5` in
        /// version 7 of the draft, which has one limit.
        private static func limits(in text: String) -> [(left: String?, reset: String?)] {
            // The names of limits may contain any character, so they are removed first.
            let plain = removingQuotedNames(from: text)
            let lines =
                if plain.contains("remaining=") {
                    [plain[...]]
                } else {
                    plain.split(separator: ",")
                }
            return lines.map { line in
                var members: [String: String] = [:]
                for member in line.split(whereSeparator: { ",; ".contains($0) }) {
                    let parts = member.split(separator: "=")
                    if parts.count == 2 {
                        members[String(parts[0])] = String(parts[1])
                    }
                }
                return (members["r"] ?? members["remaining"], members["t"] ?? members["reset"])
            }
        }

        private static func removingQuotedNames(from text: String) -> String {
            var plain = ""
            for (index, part) in text.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
            where index.isMultiple(of: 2) {
                plain += part
            }
            return plain
        }

        /// The smallest number that is a time since 1970 and not a duration: it would last for 31 years.
        private static let earliestUnixTime = 1e9
        /// The smallest number that is in milliseconds since 1970. In seconds it would be the year 33658.
        private static let earliestUnixMilliseconds = 1e12

        /// Returns the seconds until a reset, or `nil` if the text names no time.
        private static func seconds(
            until text: String,
            in response: HTTPResponse,
            at now: Date
        ) -> Double? {
            if text.utf8.first?.isDigit == true,
                let number = Double(text),
                number.isFinite
            {
                switch number {
                case ..<earliestUnixTime:
                    return number
                case ..<earliestUnixMilliseconds:
                    return response.seconds(until: Date(timeIntervalSince1970: number), at: now)
                default:
                    return response.seconds(until: Date(timeIntervalSince1970: number / 1000), at: now)
                }
            }
            if let date = DateTime(rawValue: text).date ?? Date(httpDate: text, at: now) {
                return response.seconds(until: date, at: now)
            }
            guard !text.isEmpty else { return nil }
            // A duration as Go writes it: `1h2m3.5s`, `20ms`.
            var rest = text[...]
            var sum = 0.0
            while !rest.isEmpty {
                let digits = rest.prefix { $0 == "." || "0"..."9" ~= $0 }
                let unit = rest.dropFirst(digits.count).prefix { !("0"..."9" ~= $0) }
                let units = ["h": 3600, "m": 60, "s": 1, "ms": 0.001]
                guard let number = Double(digits),
                    let factor = units[String(unit)]
                else { return nil }
                sum += number * factor
                rest = rest[unit.endIndex...]
            }
            return sum
        }
    }
}
