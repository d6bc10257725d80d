import APICalling
import Foundation
import Methodical

extension MethodCall {
    /// Indicates whether a response is a success without an object: no body, null, or an empty list.
    func isNothing(_ response: HTTPResponse) -> Bool {
        if response.body.isEmpty {
            return true
        }
        guard var value = try? JSON(json: Array(response.body)) else {
            return false
        }
        for key in resultPath {
            value = value[key] ?? .null
        }
        return value.isNull || value == []
    }
}
