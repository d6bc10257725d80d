import Foundation
import MethodicalGenerator
import Testing

/// Tests of the descriptions of parameters in the bundled schemas.
@Suite struct ParameterDescriptionTests {
    @Test(
        "A required parameter has no default, and its description does not say otherwise",
        arguments: ["VK", "Metrika", "Huaban"])
    func required(name: String) throws {
        let api = try #require(compile(try BundledSchemaTests.files(of: name)).api)
        var wrong: [String] = []
        for method in api.methods {
            for parameter in method.parameters where parameter.isRequired {
                let text = parameter.documentation ?? ""
                if parameter.defaultText != nil || text.contains(/(?i)\bdefaults?\b|\boptional\b|\bomitted\b/) {
                    wrong.append("\(method.name)(\(parameter.name)): \(text)")
                }
            }
        }
        #expect(wrong.isEmpty, "\(wrong)")
    }
}
