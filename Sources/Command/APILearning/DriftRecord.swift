import MethodicalGenerator

/// A mismatch that the runtime reported, without the response that has it. `DriftObserver` writes such records.
package struct DriftRecord: Sendable {
    /// The file that contains the record.
    package var source: String
    package var method: String
    /// The path without indices, such as `response.items[].city`.
    package var path: String
    package var expected: String
    /// The kinds that were found, such as `a string`, or values of an enumeration in JSON.
    package var found: [String]
    package var count: Int
}

/// A reader of the files that `DriftObserver` of `MethodicalLogging` writes.
enum DriftFile {
    static func read(
        _ list: JSONNode,
        path: String,
        take: (DriftRecord) -> Void,
        skip: (_ source: String, _ reason: String) -> Void
    ) {
        for (number, entry) in list.children.enumerated() {
            guard let method = entry["method"]?.string,
                let place = entry["path"]?.string,
                let expected = entry["expected"]?.string,
                let found = entry["found"],
                let count = entry["count"]?.integer,
                count > 0
            else {
                skip("\(path)[\(number)]", "is not a mismatch that DriftObserver has written")
                continue
            }
            take(
                DriftRecord(
                    source: path,
                    method: method,
                    path: place,
                    expected: expected,
                    found: found.children.compactMap(\.string),
                    count: count))
        }
    }
}
