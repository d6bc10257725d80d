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
