/// The verb and the object with which a summary says what an operation does, such as `upload` and `document` in
/// "Uploads a document for checks".
struct SummaryVerb {
    /// The verb. Words that mean the same as a usual verb are that verb.
    let verb: String
    /// The verb as the summary writes it, in its base form.
    private let word: String
    /// The words of the object, without articles and what follows a preposition.
    let object: Words

    /// Reads the first words of a summary. Returns `nil` if they are not a verb and its object.
    init?(_ summary: String) {
        let sentence = summary.prefix { !".:;(\n".contains($0) }
        var words = Words(String(sentence)).list[...]
        guard let word = words.popFirst().flatMap(Self.base(of:)) else {
            return nil
        }
        var isList = Self.dropFillers(from: &words)
        if words.starts(with: ["list", "of"]) {
            isList = true
            words.removeFirst(2)
            _ = Self.dropFillers(from: &words)
        }
        let object = words.prefix {
            !Self.prepositions.contains($0)
        }
        let isPhrase = object.allSatisfy {
            !Self.fillers.contains($0)
                && !Self.particles.contains($0)
        }
        guard isPhrase,
            (1...4).contains(object.count)
        else { return nil }
        let verb = Self.synonyms[word] ?? word
        if verb == "get", isList {
            self.verb = "list"
        } else {
            self.verb = verb
        }
        self.word = word
        self.object = Words(object)
    }

    /// Indicates whether the object is what a segment of a path names: `order` for `terminalOrders`.
    func isAbout(_ segment: Words) -> Bool {
        let object = object.list.map(\.singular)
        let segment = segment.list.map(\.singular)
        let shared = min(object.count, segment.count)
        return shared > 0
            && object.suffix(shared).elementsEqual(segment.suffix(shared))
    }

    /// Indicates whether a segment of a path is a phrase with this verb, as in `POST /changeStatus`.
    func begins(_ segment: Words) -> Bool {
        segment.list.count > 1 && segment.list.first == word
    }

    /// Returns the base form of a verb, or `nil` if the word is not a verb that says what an operation does.
    private static func base(of word: String) -> String? {
        var forms = [word]
        if word.hasSuffix("s"),
            !word.hasSuffix("ss")
        {
            forms += [word.singular, String(word.dropLast())]
        }
        return forms.first { form in
            let isVerb = synonyms[form] != nil || Verbs.contains(form)
            return isVerb && !vague.contains(form)
        }
    }

    private static let vague: Set = ["do", "execute", "perform", "process"]

    /// Removes articles and the like from the front. Returns a Boolean value that indicates whether "all" is one.
    private static func dropFillers(from words: inout ArraySlice<String>) -> Bool {
        var hasAll = false
        while let word = words.first, fillers.contains(word) {
            if word == "all" {
                hasAll = true
            }
            words.removeFirst()
        }
        return hasAll
    }

    private static let synonyms = [
        "add": "create",
        "make": "create",
        "fetch": "get",
        "obtain": "get",
        "read": "get",
        "retrieve": "get",
        "return": "get",
        "show": "get",
        "view": "get",
        "change": "update",
        "edit": "update",
        "modify": "update",
        "patch": "update",
        "destroy": "delete",
        "remove": "delete",
        "overwrite": "replace",
    ]
    private static let fillers: Set = [
        "a", "all", "an", "any", "available", "existing", "given", "its", "my", "new", "one", "single", "specific",
        "specified", "the", "this", "your",
    ]
    private static let prepositions: Set = [
        "and", "as", "associated", "at", "based", "belonging", "between", "by", "for", "from", "in", "inside", "into",
        "of", "on", "or", "that", "to", "under", "using", "via", "which", "with", "within",
    ]
    /// The words that give a verb another meaning, as in "set up", or that begin a clause.
    private static let particles: Set = [
        "are", "back", "down", "has", "have", "how", "if", "is", "off", "out", "over", "up", "what", "whether",
    ]
}
