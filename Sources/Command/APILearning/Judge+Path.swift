import APISurface

extension Judge {
    /// A step from a value of a response to one inside it.
    enum Step { case key(String), index(Int) }
}

extension [Judge.Step] {
    /// The path for people, such as `response.items[3].city`.
    var shown: String {
        if isEmpty {
            return "the root"
        }
        return reduce(into: "") { text, step in
            switch step {
            case .key(let key) where text.isEmpty: text += key.shown
            case .key(let key): text += ".\(key.shown)"
            case .index(let index): text += "[\(index)]"
            }
        }
    }
}
