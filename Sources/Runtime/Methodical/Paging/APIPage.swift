/// A response that is one page of many: a list, or a record that contains one.
///
/// Generated code supplies the facts of the page from the properties that the schema names.
public protocol APIPage: APIValue {
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

extension APIPage {
    public var _total: ArgumentValue? { nil }
    public var _more: ArgumentValue? { nil }
    public var _next: ArgumentValue? { nil }
}

/// A record that is an item of a page.
public protocol APIPageItem: APIValue {
    /// The values that together identify the item.
    var _identity: [ArgumentValue?] { get }
    /// The cursor of the page after this item, if the pages are plain lists.
    var _cursor: ArgumentValue? { get }
}

extension APIPageItem {
    public var _identity: [ArgumentValue?] { [] }
    public var _cursor: ArgumentValue? { nil }
}

extension Array: APIPage where Element: APIValue {
    public var _items: [Element] { self }

    public var _next: ArgumentValue? {
        (last as? any APIPageItem)?._cursor
    }
}
