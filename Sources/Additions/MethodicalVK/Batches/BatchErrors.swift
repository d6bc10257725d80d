import Methodical

/// The results of a program with several calls, and the errors that are listed beside them, for each call.
///
/// VK's element for a failed call is `false`, and `execute_errors` holds its error with the name of the method. If the
/// program as a whole ends early, the result is `null`, `false` or an empty string, or is missing. VK often repeats the
/// last error with the name `execute`.
struct BatchErrors {
    /// The outcome of one call.
    enum Outcome: Equatable {
        /// The call has returned this value.
        case value(JSON)
        /// The call has failed with an error of its own.
        case error(JSON)
        /// The call has failed with an error of the whole program, which may quote arguments of other calls.
        case sharedError(JSON)
        /// The response does not tell the result of the call, for this reason.
        case unknown(String)
    }

    /// The names of the calls' methods, in the order of the calls.
    private let methods: [String]
    /// The results in the order of the calls. There are fewer than calls if the program has ended early.
    private let results: [JSON]
    /// The errors in the order in which the calls failed, by the name of the method.
    private let errors: [String: [JSON]]
    /// The first error that belongs to no single call, or `nil` if there is none.
    private let sharedError: JSON?

    /// Creates the outcomes from the body of a response.
    ///
    /// - Parameters:
    ///   - methods: The names of the methods, in the order of the calls.
    ///   - body: The body of the response.
    ///   - result: The key of the results, or `nil` if the body itself is the list of results.
    init(of methods: [String], in body: JSON, under result: String?) {
        self.methods = methods
        let value = result.map { body[$0] ?? .null } ?? body
        results = value.arrayValue ?? []
        let listed = body["execute_errors"]?.arrayValue ?? []
        errors = Dictionary(grouping: listed) { $0["method"]?.stringValue ?? "" }
            .filter { methods.contains($0.key) }
        let named = errors.values.joined().map(Self.withoutMethod)
        sharedError = listed.first { error in
            let isNamed = error["method"]?.stringValue.map(methods.contains) ?? false
            return !isNamed && !named.contains(Self.withoutMethod(error))
        }
    }

    /// Returns an outcome for each call.
    func outcomes() -> [Outcome] {
        var outcomes = methods.indices.map { index -> Outcome in
            guard index < results.count else {
                return .unknown("the response of the batch lacks this call")
            }
            return .value(results[index])
        }
        for method in Set(methods) {
            let suspects = suspects(of: method)
            for (index, error) in zip(suspects, attributed(method, to: suspects)) {
                outcomes[index] = error
            }
        }
        return outcomes
    }

    /// Returns the calls of a method that have no result, or one that stands for a failure.
    ///
    /// A failed call has the result `false`. `null` counts as one only if there are more errors than other suspects.
    private func suspects(of method: String) -> [Int] {
        let calls = methods.indices.filter { methods[$0] == method }
        let failed = calls.filter { $0 >= results.count || results[$0] == false }
        let count = errors[method]?.count ?? 0
        if failed.count >= count {
            return failed
        }
        return calls.filter { failed.contains($0) || results[$0].isNull }
    }

    /// Returns the outcomes of the calls of a method that may have failed, in their order. It is empty if none of them
    /// has.
    private func attributed(_ method: String, to suspects: [Int]) -> [Outcome] {
        guard let errors = errors[method],
            let first = errors.first
        else {
            guard let sharedError else { return [] }
            return suspects.map { _ in .sharedError(sharedError) }
        }
        // The server performs the calls in their order, so their errors have the same order.
        if errors.count == suspects.count {
            return errors.map { .error($0) }
        }
        let haveAllFailed = errors.count > suspects.count || suspects.allSatisfy { $0 >= results.count }
        let areEqual = errors.allSatisfy { $0 == first }
        if haveAllFailed, areEqual {
            return suspects.map { _ in .error(first) }
        }
        return suspects.map { _ in
            .unknown("the batch does not tell which of \(suspects.count) calls of \(method) caused which error")
        }
    }

    /// Returns an error without the name of its method, to compare it with others.
    private static func withoutMethod(_ error: JSON) -> JSON {
        var error = error
        error["method"] = nil
        return error
    }
}
