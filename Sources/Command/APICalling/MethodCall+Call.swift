import Methodical
import MethodicalGenerator
import MethodicalTransfers

// The runtime's call, with its values in the order in which generated code adds them.
extension MethodCall {
    /// Returns the call for a client. The files of a form are not in it.
    package func call(on client: Client) -> Call {
        var parts = FormParts()
        return call(of: method, variant: variant, on: client, parts: &parts)
    }

    /// Returns the call with the files of its form.
    func form(on client: Client) -> (call: Call, parts: FormParts) {
        var types: [String: String] = [:]
        for parameter in method.parameters {
            types[emission.partName(of: parameter, in: method)] = emission.partType(of: parameter, in: method)
        }
        var parts = FormParts(types: types)
        let call = call(of: method, variant: variant, on: client, parts: &parts)
        return (call, parts)
    }

    /// Returns the call of a step of an upload or an operation, which takes the arguments that its method has.
    ///
    /// - Parameter names: The names of the parameters that take an argument, or `nil` for all.
    func call(of step: MethodicalGenerator.Method, on client: Client, only names: [String]? = nil) -> Call {
        var parts = FormParts()
        return call(of: step, variant: step.variants.first, on: client, only: names, parts: &parts)
    }

    private func call(
        of step: MethodicalGenerator.Method,
        variant: Variant?,
        on client: Client,
        only names: [String]? = nil,
        parts: inout FormParts
    ) -> Call {
        var call = Call(client, APIEngine.Method(step, variant: variant, in: emission))
        for statement in statements(for: step, variant: variant, only: names) {
            switch statement.content {
            case .argument(let parameter, let target):
                add(parameter, as: target, of: step, to: &call, parts: &parts)
            case .constant(let constant):
                add(constant, of: step, to: &call)
            }
        }
        return call
    }

    /// A value to add to a call, with its index among the method's parameters.
    private struct Statement {
        enum Content {
            /// An argument, and the parameter of the step that takes it.
            case argument(FunctionParameter, Parameter)
            case constant(Variant.Constant)
        }

        let index: Int
        let content: Content
    }

    private func statements(
        for step: MethodicalGenerator.Method,
        variant: Variant?,
        only names: [String]?
    ) -> [Statement] {
        var taken = step.parameters
        if let names {
            taken.removeAll { !names.contains($0.name) }
        }
        var statements: [Statement] = []
        for parameter in function.parameters {
            let namesakes = taken.filter { $0.name == parameter.parameter.name }
            let target = namesakes.first { $0.place == parameter.parameter.place } ?? namesakes.first
            if let target {
                statements.append(Statement(index: parameter.index, content: .argument(parameter, target)))
            }
        }
        var nextIndex = method.parameters.count
        for constant in variant?.constants ?? [] {
            let index = method.parameters.firstIndex { $0.isSent(as: constant) }
            statements.append(Statement(index: index ?? nextIndex, content: .constant(constant)))
            nextIndex += 1
        }
        // A body has its members in the order of the record, whatever the order of the arguments.
        if step.record != nil {
            statements.sort { $0.index < $1.index }
        }
        return statements
    }

    private func add(
        _ parameter: FunctionParameter,
        as target: Parameter,
        of step: MethodicalGenerator.Method,
        to call: inout Call,
        parts: inout FormParts
    ) {
        let style = APIEngine.ParameterStyle(emission.styleOptions(of: target, in: step))
        switch arguments[parameter.index] {
        case .value(let value):
            call.append(target.title, value: value, style: style)
        case .files(let files):
            if !target.isWhole {
                parts.add(emission.partName(of: target, in: step), files.map(\.upload), to: &call)
            }
        case nil:
            // The runtime makes a key when it sends the call.
            if target.isKey, emission.spelling(of: target.type) == nil {
                let isText = emission.resolver.wireType(of: emission.peeled(target.type)) == .string
                call.append(target.title, value: isText ? .string("") : .integer(0), style: style)
            }
        }
    }

    private func add(_ constant: Variant.Constant, of step: MethodicalGenerator.Method, to call: inout Call) {
        let style = APIEngine.ParameterStyle(emission.styleOptions(for: constant, in: step))
        if let value = constant.value.argument {
            call.append(constant.name, value: value, style: style)
        } else if case .client(let isRequired) = constant.value {
            call.add(constant: constant.name, style, isRequired: isRequired)
        }
    }
}
