/// A call of a method with values of a response: the next page, the state of an operation, or the last step of an
/// upload.
package struct ResponseReference: Sendable {
    /// A value of the response, and the parameter that it is sent as. The key can be several keys with dots between
    /// them.
    package struct Value: Sendable {
        package var parameter: String
        /// The key, or an empty string for the whole response.
        package var key: String

        package init(parameter: String, key: String) {
            self.parameter = parameter
            self.key = key
        }
    }

    /// The name of the method that is called.
    package var method: String
    package var values: [Value] = []
    /// The key of an object in the response whose members are the parameters, or `nil` if they are listed.
    package var members: String?
    /// The parameters that come from the arguments of the method that received the response.
    package var arguments: [String] = []

    package init(method: String, values: [Value] = [], members: String? = nil) {
        self.method = method
        self.values = values
        self.members = members
    }

    /// The parameters that come from the response, without those that its members name.
    package var parameters: [String] { values.map(\.parameter) }

    /// The keys of the response that are read.
    package var keys: [String] {
        guard let members else {
            return values.map(\.key)
        }
        return [members]
    }
}
