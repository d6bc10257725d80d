/// The Swift form of a namespace, such as `users` in `users.get`: a type with the methods, and a property of the type
/// around it.
package struct Namespace {
    /// The name of the type.
    package let type: String
    /// The name of the property that returns a value of the type.
    let property: String
    /// The type's full name, such as `VK.Users`.
    package let path: String
    /// The beginning of a call to a method of the namespace, such as `users.`.
    package let call: String
    /// The indices of the namespaces directly inside it.
    var children: [Int] = []
    /// Indicates whether there is a method in the namespace or below it. A namespace without methods only holds types.
    package var isCallable = false
}
