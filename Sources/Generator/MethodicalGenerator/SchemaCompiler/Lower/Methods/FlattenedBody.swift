// Bodies whose members are arguments, beside the record that they make.
extension ParameterLowering {
    /// Returns the parameters for the members of a body that is flattened, or an empty list for other bodies.
    ///
    /// - Parameter whole: The parameter that is the whole body, if the method has one.
    func members(of whole: Parameter?, types: inout TypeLowering) -> [Parameter] {
        guard let whole,
            whole.isWhole,
            let body = method.body?.value,
            let flatten = body.flatten,
            flatten.value
        else {
            return []
        }
        let definition = catalogue.definition(referredBy: body.schema.reference)
        if catalogue.isReplaced(definition?.id) {
            return []
        }
        guard let definition,
            case .record(let record)? = types.shape(of: definition)
        else {
            problems.error(
                at: flatten,
                "a flattened body is a definition with properties; expected {\"$ref\": \"#/definitions/NAME\"}")
            return []
        }
        guard let place = whole.placeOfMembers else {
            problems.error(
                at: flatten,
                "only a JSON body or a form can be flattened; list the parameters of another one")
            return []
        }
        return record.properties.compactMap { property in
            if property.isReadOnly {
                return nil
            }
            if property.path.count == 1 {
                return member(property, in: place)
            }
            problems.error(
                at: flatten,
                "\"\(property.name)\" of \"\(definition.key)\" has \"from\", so it cannot be an argument")
            return nil
        }
    }

    /// Returns the parameter for a property of the body.
    private func member(_ property: Property, in place: CallStyle.Place) -> Parameter {
        var parameter = Parameter(name: property.path[0], type: property.type, place: place)
        parameter.swift = property.swift
        parameter.isRequired = property.isRequired
        parameter.isNullable = property.isNullable && property.type != .any
        parameter.isSecret = property.isPassword || Parameter.isSecret(parameter.name)
        parameter.documentation = property.documentation
        parameter.defaultText = property.defaultText
        parameter.deprecation = property.deprecation
        if property.isRequired {
            parameter.constant = property.constant
        }
        return parameter
    }
}

extension MethodLowering {
    /// Indicates whether the members of a method's body are arguments. A type of the app has no members that could be.
    func isFlattened(_ body: BodySyntax?) -> Bool {
        guard let body,
            body.flatten?.value == true
        else {
            return false
        }
        return !catalogue.isReplaced(catalogue.definition(referredBy: body.schema.reference)?.id)
    }
}

extension TypeLowering {
    /// Returns the shape of a definition, following aliases. It must not be called while a definition is lowered.
    mutating func shape(of definition: Definition) -> TypeDeclaration.Shape? {
        var definition = definition
        for _ in 0..<SchemaContext.depthLimit {
            lowerNow(definition)
            guard let shape = table.declarations[definition.id]?.shape else {
                return nil
            }
            guard case .alias(.named(let target)) = shape,
                let next = catalogue.definitions.byID[target]
            else {
                return shape
            }
            definition = next
        }
        return nil
    }
}

extension Method {
    /// The method with the record in place of the parameters in the body.
    package var takingRecord: Method {
        guard let record else {
            return self
        }
        var method = self
        method.parameters = [record] + parameters.filter { !$0.place.isBody }
        method.record = nil
        method.content = nil
        method.style.parameters = .query
        for index in method.variants.indices {
            method.variants[index].constants.removeAll { $0.place.isBody }
        }
        return method
    }

    /// Indicates whether a variant can take the record instead of the parameters in the body.
    package func takesRecord(in variant: Variant) -> Bool {
        guard record != nil,
            pages == nil,
            poll == nil
        else {
            return false
        }
        let members = parameters.filter(\.place.isBody)
        let choices = variant.requires + variant.omits
        if members.contains(where: { choices.contains($0.name) }) {
            return false
        }
        let sent = variant.constants.filter(\.place.isBody)
        return sent.allSatisfy { constant in
            members.contains {
                $0.isSent(as: constant) && $0.constant == constant.value
            }
        }
    }
}

extension Method {
    /// The indices of the parameters in the order of a function's arguments. If they are the members of a record, those
    /// of the path come first, then the required ones.
    package var argumentOrder: [Int] {
        let all = Array(parameters.indices)
        if record == nil {
            return all
        }
        let path = all.filter { parameters[$0].place == .path }
        let others = all.filter { parameters[$0].place != .path }
        let required = others.filter { parameters[$0].isRequired }
        return path + required + others.filter { !parameters[$0].isRequired }
    }
}

extension Parameter {
    /// The place of the members of a whole body, or `nil` if the body's type has no members that could be arguments.
    fileprivate var placeOfMembers: CallStyle.Place? {
        switch content?.kind {
        case nil, .json: .body
        case .form: .form
        case .text, .xml, .bytes: nil
        }
    }

    /// Indicates whether a constant is the value of the parameter.
    package func isSent(as sent: Variant.Constant) -> Bool {
        name == sent.name && place == sent.place
    }
}
