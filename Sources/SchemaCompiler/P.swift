import APIModel
import JSONText
public struct Compilation { public var api: API?; public var diagnostics: [Diagnostic]; public init(api: API?, diagnostics: [Diagnostic]) {self.api = api; self.diagnostics = diagnostics} }
public func compile(_ files: [SourceFile]) -> Compilation { Compilation(api: nil, diagnostics: []) }
