import Observation

/// A screen with a few rows, and the person in front of it. It evaluates the body anew after a change of what the body
/// has read. This type is not part of Apple's module.
@MainActor public final class Screen<Root: View> {
    private let root: Root
    private let height: Int
    private var firstRow = 0
    private var content = Content()
    /// The tasks of the rows that are visible.
    private var tasks: [[AnyHashable]: Task<Void, Never>] = [:]
    private var observedValues: [[AnyHashable]: Any] = [:]
    /// The number of times that the body was evaluated.
    public private(set) var evaluations = 0

    /// Shows a view on a screen for a number of rows.
    public init(_ root: Root, height: Int) {
        (self.root, self.height) = (root, height)
        EnvironmentValues.current.value = EnvironmentValues()
        evaluate()
    }

    /// The texts of the rows that are visible.
    public var texts: [String] { visible.map(\.text) }

    /// The number of rows, visible or not.
    public var rowCount: Int { content.rows.count }

    private var visible: ArraySlice<Row> { content.rows.dropFirst(firstRow).prefix(height) }

    /// Moves the content until the last row is visible.
    public func scrollToEnd() {
        firstRow = max(0, content.rows.count - height)
        runTasks()
    }

    /// Taps the first visible button with a text.
    public func tap(_ text: String) {
        visible.first { $0.text == text }?.action?()
    }

    /// Pulls the list down, and returns when its refresh has ended.
    public func pull() async {
        await content.refresh?()
    }

    /// Moves the app to the background, or to the foreground.
    public func move(to phase: ScenePhase) {
        EnvironmentValues.current.value.scenePhase = phase
    }

    private func evaluate() {
        evaluations += 1
        var new = Content()
        withObservationTracking {
            new.add(root, at: [])
        } onChange: { [weak self] in
            Task { @MainActor in self?.evaluate() }
        }
        content = new
        runTasks()
        for (place, change, action) in content.changes {
            let old = observedValues[place]
            guard let value = change(old) else { continue }
            observedValues[place] = value
            // The first value is no change.
            if old != nil { action() }
        }
    }

    /// Begins the tasks of rows that appear, and cancels those of rows that disappear.
    private func runTasks() {
        let places = Set(visible.map(\.place))
        for (place, task) in tasks where !places.contains(place) {
            task.cancel()
            tasks[place] = nil
        }
        for row in visible where tasks[row.place] == nil {
            guard let body = row.task else { continue }
            tasks[row.place] = Task { await body() }
        }
    }
}

/// A visible row of a list.
@MainActor private struct Row {
    let place: [AnyHashable]
    let text: String
    let action: (@MainActor () -> Void)?
    var task: (@Sendable () async -> Void)?
}

/// The content of a list, as views describe it.
@MainActor private struct Content {
    var rows: [Row] = []
    var refresh: (@Sendable () async -> Void)?
    var changes: [(place: [AnyHashable], change: (Any?) -> Any?, action: () -> Void)] = []

    /// Adds a view, whose place tells it from all others.
    mutating func add(_ view: some View, at place: [AnyHashable]) {
        switch view {
        case let view as Text: rows.append(Row(place: place, text: view.text, action: nil))
        case is ProgressView: rows.append(Row(place: place, text: "…", action: nil))
        case let view as Button: rows.append(Row(place: place, text: view.title, action: view.action))
        case let view as any Container:
            for (id, part) in view.parts { add(part, at: place + [id]) }
        case let view as any ModifiedView: add(view, at: place)
        default: add(view.body, at: place)
        }
    }

    private mutating func add(_ view: any ModifiedView, at place: [AnyHashable]) {
        let first = rows.count
        add(view.inner, at: place)
        switch view.modifier {
        case .refreshable(let action): refresh = action
        case .task(let action):
            for index in first..<rows.count { rows[index].task = action }
        case .onChange(let change, let action): changes.append((place, change, action))
        }
    }
}

/// A view that shows others.
@MainActor private protocol Container {
    var parts: [(id: AnyHashable, view: any View)] { get }
}

extension TupleView: Container {
    var parts: [(id: AnyHashable, view: any View)] { views.enumerated().map { ($0.offset, $0.element) } }
}

extension List: Container {
    var parts: [(id: AnyHashable, view: any View)] { [("content", content)] }
}

extension ForEach: Container {
    var parts: [(id: AnyHashable, view: any View)] { rows.map { ($0.id, $0.view) } }
}

extension Optional: Container where Wrapped: View {
    var parts: [(id: AnyHashable, view: any View)] { map { [("some", $0)] } ?? [] }
}

@MainActor private protocol ModifiedView {
    var inner: any View { get }
    var modifier: Modifier { get }
}

extension Modified: ModifiedView {
    var inner: any View { content }
}
