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

/// The way in which the operation of a method is polled until it has ended. Keys are those of the operation, and may be
/// several with dots between them.
package struct Poll: Sendable {
    /// The call that reads the operation, or `nil` if a response contains the address.
    package var step: ResponseReference?
    /// The key of the address, or `nil` if a header field contains it.
    package var url: String?
    /// The key of the state, or `nil` if the status tells it.
    package var state: String?
    /// The states of an operation that has succeeded.
    package var done: [String] = []
    /// The states of an operation that has failed.
    package var failed: [String] = []
    /// The key of the result, or `nil` if the operation itself is the result.
    package var result: String?
    package var error: String?
    package var progress: String?
    /// The seconds before the first poll.
    package var interval: Int?
}
