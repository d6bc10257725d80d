@MainActor @preconcurrency public protocol View {
    associatedtype Body: View
    @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: View {
    public var body: Never { fatalError("a view of the system has no body") }
}

@MainActor @resultBuilder public enum ViewBuilder {
    public static func buildExpression<Content: View>(_ content: Content) -> Content { content }

    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }

    public static func buildBlock<each Part: View>(_ part: repeat each Part) -> TupleView<(repeat each Part)> {
        var views: [any View] = []
        for view in repeat each part { views.append(view) }
        return TupleView(views: views)
    }

    public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
}

extension Optional: View where Wrapped: View {
    public var body: Never { fatalError("a view of the system has no body") }
}

public struct TupleView<Views>: View {
    let views: [any View]
    public var body: Never { fatalError("a view of the system has no body") }
}

public struct Text: View {
    let text: String

    public init(_ content: some StringProtocol) { text = String(content) }

    public var body: Never { fatalError("a view of the system has no body") }
}

public struct ProgressView: View {
    public init() {}

    public var body: Never { fatalError("a view of the system has no body") }
}

public struct Button: View {
    let title: String
    let action: @MainActor () -> Void

    public init(_ title: some StringProtocol, action: @escaping @MainActor () -> Void) {
        self.title = String(title)
        self.action = action
    }

    public var body: Never { fatalError("a view of the system has no body") }
}

public struct List<Content: View>: View {
    let content: Content

    public init(@ViewBuilder content: () -> Content) { self.content = content() }

    public var body: Never { fatalError("a view of the system has no body") }
}

public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: View {
    let rows: [(id: AnyHashable, view: Content)]

    public init(_ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content)
    {
        rows = data.map { (AnyHashable($0[keyPath: id]), content($0)) }
    }

    public var body: Never { fatalError("a view of the system has no body") }
}
