import Methodical
import MethodicalGenerator

// The places and spellings of the model in the runtime's words.

extension HTTPRequest.Verb {
    init(_ verb: CallStyle.Verb) {
        switch verb {
        case .get: self = .get
        case .post: self = .post
        case .put: self = .put
        case .patch: self = .patch
        case .delete: self = .delete
        case .head: self = .head
        case .options: self = .options
        case .trace: self = .trace
        case .connect: self = .connect
        }
    }
}

extension APIEngine.ParameterPlace {
    init(_ place: CallStyle.Place) {
        switch place {
        case .path: self = .path
        case .query: self = .query
        case .form: self = .form
        case .body: self = .body
        case .header: self = .header
        case .cookie: self = .cookie
        case .multipart: self = .multipart
        }
    }
}

extension APIEngine.ArrayStyle {
    init(_ arrays: CallStyle.ArrayStyle) {
        switch arrays {
        case .comma: self = .comma
        case .repeated: self = .repeated
        case .brackets: self = .brackets
        case .pipes: self = .pipes
        case .spaces: self = .spaces
        case .tabs: self = .tabs
        }
    }
}

extension APIEngine.FlagStyle {
    init(_ flags: CallStyle.FlagStyle) {
        switch flags {
        case .digits: self = .digits
        case .words: self = .words
        case .present: self = .present
        }
    }
}

extension APIEngine.ParameterStyle {
    /// Creates the style of a parameter from its differences from its method's.
    init(_ options: [StyleOption]) {
        self = []
        for option in options {
            insert(Self.style(of: option))
        }
    }

    private static func style(of option: StyleOption) -> APIEngine.ParameterStyle {
        switch option {
        case .place(let place): style(of: place)
        case .arrays(let arrays): style(of: arrays)
        case .flags(.digits): .digits
        case .flags(.words): .words
        case .flags(.present): .present
        case .whole: .whole
        case .json: .json
        case .jsonElements: .jsonElements
        case .reserved: .reserved
        case .secret: .secret
        case .key: .key
        }
    }

    private static func style(of place: CallStyle.Place) -> APIEngine.ParameterStyle {
        switch place {
        case .path: .path
        case .query: .query
        case .form: .form
        case .body: .body
        case .header: .header
        case .cookie: .cookie
        case .multipart: .multipart
        }
    }

    private static func style(of arrays: CallStyle.ArrayStyle) -> APIEngine.ParameterStyle {
        switch arrays {
        case .comma: .comma
        case .repeated: .repeated
        case .brackets: .brackets
        case .pipes: .pipes
        case .spaces: .spaces
        case .tabs: .tabs
        }
    }
}
