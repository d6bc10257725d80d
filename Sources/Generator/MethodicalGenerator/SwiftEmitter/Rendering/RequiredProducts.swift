/// A product of this package, besides the runtime, that generated code imports.
package struct RequiredProduct: Sendable {
    /// The name of the product and of its module.
    package let name: String
    /// The part of the schema that needs the product, such as "files.put uploads a file".
    package let reason: String
    /// Indicates whether only bodies of functions use the module.
    let isImplementationOnly: Bool

    /// The entry for the dependencies of a target.
    package var dependency: String { ".product(name: \"\(name)\", package: \"methodical\")" }

    package init(_ name: String, for reason: String, isImplementationOnly: Bool = false) {
        self.name = name
        self.reason = reason
        self.isImplementationOnly = isImplementationOnly
    }
}

extension Emission {
    /// The products that the code of the whole API imports.
    package var requiredProducts: [RequiredProduct] {
        requiredProducts(of: functions, inCommonFile: true)
    }

    /// Returns the error for a target that does not depend on all products that the code imports, or `nil` if it does.
    ///
    /// Without this error, the compiler would report a missing product in each file.
    ///
    /// - Parameters:
    ///   - target: The name of the target.
    ///   - dependencies: The products that the target depends on.
    ///   - schema: The path of the folder of `api.json`.
    package func missingProducts(of target: String, dependencies: Set<String>, schema: String) -> String? {
        let runtime = RequiredProduct("Methodical", for: "all generated code")
        let needed = [runtime] + requiredProducts
        let missing = needed.filter { !dependencies.contains($0.name) }
        if missing.isEmpty {
            return nil
        }
        var noun = "a product"
        if missing.count > 1 {
            noun = "products"
        }
        let name = target.printable
        let head = """
            \(schema)/api.json:1:1: error: the code for this schema imports \(noun) that target '\(name)' does not \
            depend on; add to the target's `dependencies` in Package.swift:
            """
        let lines = missing.map { "    \($0.dependency),  // \($0.reason.printable)" }
        return ([head] + lines).joined(separator: "\n")
    }

    /// Returns the products that a file imports.
    ///
    /// - Parameters:
    ///   - functions: The functions in the file.
    ///   - isCommonFile: Indicates whether the file has the declarations of the whole API.
    func requiredProducts(of functions: [Function], inCommonFile isCommonFile: Bool) -> [RequiredProduct] {
        var products: [RequiredProduct] = []
        // Only the common file needs the walk over all methods.
        let importsXML = isCommonFile && readsXML
        if importsXML {
            products.append(RequiredProduct("MethodicalXML", for: "responses are XML", isImplementationOnly: true))
        }
        if isCommonFile, WebhookRenderer(self) != nil {
            products.append(RequiredProduct("MethodicalWebhooks", for: "the schema has webhooks"))
        }
        /// Adds a product if a method needs it. The first such method is the reason.
        func add(_ product: String, because reason: String, where needsProduct: (Method) -> Bool) {
            let function = functions.first { needsProduct($0.method) }
            if let function {
                products.append(RequiredProduct(product, for: function.method.name + reason))
            }
        }
        if !importsXML {
            add("MethodicalXML", because: " sends XML") { $0.whole?.content?.kind == .xml }
        }
        add("MethodicalTransfers", because: " uploads a file", where: \.isUpload)
        add("MethodicalOperations", because: " waits for an operation") { $0.poll != nil }
        add("MethodicalStreams", because: " returns a stream") { $0.stream != nil }
        return products
    }

    /// Indicates whether responses are in XML, all or some.
    private var readsXML: Bool { api.decoding.format == .xml || api.hasXML }
}
