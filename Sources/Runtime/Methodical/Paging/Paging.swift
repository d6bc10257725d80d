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

extension APIEngine {
    /// A response that is one page of many: a list, or a record that contains one.
    ///
    /// Generated code supplies the facts of the page from the properties that the schema names.
    public protocol Page: APIValue {
        associatedtype _Item: APIValue
        /// The items of the page.
        var _items: [_Item] { get }
        /// The number of items on all pages, or `nil` if the server does not tell it.
        var _total: ArgumentValue? { get }
        /// The flag that tells whether more pages follow, or `nil` if there is none.
        var _more: ArgumentValue? { get }
        /// The cursor or the address of the next page, or `nil` if the response contains none.
        var _next: ArgumentValue? { get }
    }
}

extension APIEngine.Page {
    public var _total: APIEngine.ArgumentValue? { nil }
    public var _more: APIEngine.ArgumentValue? { nil }
    public var _next: APIEngine.ArgumentValue? { nil }
}

extension APIEngine {
    /// A record that is an item of a page.
    public protocol PageItem: APIValue {
        /// The values that together identify the item.
        var _identity: [ArgumentValue?] { get }
        /// The cursor of the page after this item, if the pages are plain lists.
        var _cursor: ArgumentValue? { get }
    }
}

extension APIEngine.PageItem {
    public var _identity: [APIEngine.ArgumentValue?] { [] }
    public var _cursor: APIEngine.ArgumentValue? { nil }
}

extension Array: APIEngine.Page where Element: APIValue {
    public var _items: [Element] { self }

    public var _next: APIEngine.ArgumentValue? {
        (last as? any APIEngine.PageItem)?._cursor
    }
}
