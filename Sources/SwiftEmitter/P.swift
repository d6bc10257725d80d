import APIModel
public struct GeneratedFile { public var unit: String; public var text: String }
public func emit(_ api: API, units: [String], sources: [String: [String]] = [:]) -> [GeneratedFile] { (units + [""]).map { GeneratedFile(unit: $0, text: "// \(api.name)") } }
