import MethodicalGenerator

extension Variant.Constant.Value {
    /// The constant as text.
    var text: String {
        switch self {
        case .flag(true): "true"
        case .flag(false): "false"
        case .text(let text): text
        case .integer(let number): String(number)
        case .client: ""
        }
    }

    /// Indicates whether an argument has this value. Flags may be numbers or words.
    func isSpelled(_ text: String) -> Bool {
        if case .client = self {
            return true
        }
        func plain(_ text: String) -> String {
            switch text {
            case "true": "1"
            case "false": "0"
            default: text
            }
        }
        return plain(self.text) == plain(text)
    }
}
