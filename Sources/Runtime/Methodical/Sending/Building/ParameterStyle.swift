extension APIEngine {
    /// The place and the spelling of a parameter, as far as they differ from its method's.
    public struct ParameterStyle: OptionSet, Hashable, Sendable {
        /// The options as bits.
        public let rawValue: UInt32
        /// Creates a style from the bits of its options.
        public init(rawValue: UInt32) { self.rawValue = rawValue }

        /// The parameter travels in the path.
        public static var path: ParameterStyle { ParameterStyle(rawValue: 1) }

        /// The parameter travels in the query.
        public static var query: ParameterStyle {
            ParameterStyle(rawValue: 1 &<< 1)
        }

        /// The parameter travels in a form, `application/x-www-form-urlencoded`.
        public static var form: ParameterStyle {
            ParameterStyle(rawValue: 1 &<< 2)
        }

        /// The parameter is a member of the JSON object in the body.
        public static var body: ParameterStyle {
            ParameterStyle(rawValue: 1 &<< 3)
        }

        /// The parameter is a header field.
        public static var header: ParameterStyle {
            ParameterStyle(rawValue: 1 &<< 4)
        }

        /// The parameter is a cookie, a part of the header field `Cookie`.
        public static var cookie: ParameterStyle {
            ParameterStyle(rawValue: 1 &<< 16)
        }

        /// Arrays are spelled `ids=1,2`.
        public static var comma: ParameterStyle {
            ParameterStyle(rawValue: 1 &<< 5)
        }

        /// Arrays are spelled `ids=1&ids=2`.
        public static var repeated: ParameterStyle {
            ParameterStyle(rawValue: 1 &<< 6)
        }

        /// Arrays are spelled `ids[]=1&ids[]=2`.
        public static var brackets: ParameterStyle {
            ParameterStyle(rawValue: 1 &<< 7)
        }

        /// Arrays are spelled `ids=1|2`.
        public static var pipes: ParameterStyle {
            ParameterStyle(rawValue: 1 &<< 17)
        }

        /// Arrays are spelled `ids=1%202`.
        public static var spaces: ParameterStyle {
            ParameterStyle(rawValue: 1 &<< 18)
        }

        /// Arrays are spelled `ids=1%092`.
        public static var tabs: ParameterStyle {
            ParameterStyle(rawValue: 1 &<< 19)
        }

        /// Boolean values are spelled `1` and `0`.
        public static var digits: ParameterStyle {
            ParameterStyle(rawValue: 1 &<< 8)
        }

        /// Boolean values are spelled `true` and `false`.
        public static var words: ParameterStyle {
            ParameterStyle(rawValue: 1 &<< 9)
        }

        /// `true` is spelled as the name alone, and `false` is not sent.
        public static var present: ParameterStyle {
            ParameterStyle(rawValue: 1 &<< 20)
        }

        /// Reserved characters in a query or a form, such as `/` and `:`, are not percent-encoded unless they separate
        /// values.
        public static var reserved: ParameterStyle {
            ParameterStyle(rawValue: 1 &<< 21)
        }

        /// The value is spelled as JSON text, whatever its type. In a JSON body it becomes a string that holds the
        /// text.
        public static var json: ParameterStyle {
            ParameterStyle(rawValue: 1 &<< 10)
        }

        /// Each element of a list is spelled as JSON text of its own.
        public static var jsonElements: ParameterStyle {
            ParameterStyle(rawValue: 1 &<< 22)
        }

        /// The value is a secret, which no description, error or log shows.
        public static var secret: ParameterStyle {
            ParameterStyle(rawValue: 1 &<< 11)
        }

        /// The value is an idempotency key, by which the server recognizes a call that it has received before.
        ///
        /// It is an integer or a string. Unless the caller gives one, each sending of a call makes a new one.
        public static var key: ParameterStyle {
            ParameterStyle(rawValue: 1 &<< 12)
        }

        /// The parameter is the whole body, of the type that ``APIEngine/Method/content`` names.
        public static var whole: ParameterStyle {
            ParameterStyle(rawValue: 1 &<< 24)
        }

        /// The parameter is a part of a form, `multipart/form-data`.
        public static var multipart: ParameterStyle {
            ParameterStyle(rawValue: 1 &<< 25)
        }

        /// The client has no value for the constant, so its calls cannot be sent.
        static var missing: ParameterStyle {
            ParameterStyle(rawValue: 1 &<< 15)
        }
    }
}
