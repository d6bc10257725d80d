extension APIEngine {
    /// The way in which a method continues from one page to the next.
    ///
    /// The names are those of the method's parameters.
    public indirect enum Paging: Hashable, Sendable {
        /// - Parameters:
        ///   - size: The parameter with the number of items on a page.
        ///   - most: The largest value of that parameter.
        ///   - style: The style of the parameter that states the place of the page.
        ///   - continuing: The method of all pages after the first, which takes only the cursor. It is the method
        ///     itself if `nil`.
        case by(Kind, size: String? = nil, most: Int? = nil, style: ParameterStyle = [], continuing: Method? = nil)

        /// The way in which a request states the place of its page.
        public enum Kind: Hashable, Sendable {
            /// The parameter takes the number of items before the page, counted from `first`.
            case offset(String, first: Int = 0)
            /// The parameter takes the number of the page, counted from `first`. The total may be that of pages.
            case number(String, first: Int = 1, totalsPages: Bool = false)
            /// The parameter takes a cursor from the last page.
            case cursor(String)
            /// The parameters together take a cursor from the last page. Without names, they are all members of an
            /// object.
            case cursors([String])
            /// The header field `Link` (RFC 8288) holds the address of the next page.
            case link
            /// The last page holds the address of the next page.
            case address
        }
    }
}
