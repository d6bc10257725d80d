import APISurface
import MethodicalGenerator

// The media types of the parts of a form, and the spelling of its lists and objects.
extension BodyTranslator {
    /// Sets the media type of a member of a form, and the spelling of a list or an object.
    func setEncoding(
        of property: Shape.Property,
        content: Content,
        in schema: inout Members
    ) {
        let encoding = content.node["encoding"]?[property.name]
        if content.kind == .form,
            encoding?["allowReserved"]?.bool == true
        {
            schema["reserved"] = .bool(true)
        }
        if let headers = encoding?["headers"] {
            context.leaveUnchecked(headers, text: "header fields of the parts of a form are left out")
        }
        let member = Member(
            property.node,
            isPart: content.kind == .multipart,
            context: context)
        // A style that the document states precedes the media type (OpenAPI 3.1, "Encoding Object").
        if let encoding,
            member.isComposed,
            encoding["style"] != nil || encoding["explode"] != nil
        {
            setStyle(
                encoding,
                of: member,
                node: property.node,
                in: &schema)
        } else {
            setType(
                encoding?["contentType"],
                of: member,
                content: content,
                in: &schema)
        }
    }

    /// The kind of value of a form's member.
    private struct Member {
        let shape: Shape
        /// Indicates whether the member is a file, or a list of files.
        let isFile: Bool
        /// Indicates whether the member is a list of objects.
        let isListOfObjects: Bool

        init(_ node: JSONNode, isPart: Bool, context: OpenAPIContext) {
            shape = Shape(of: node, context: context)
            isFile =
                isPart
                && FileShape(of: node, context: context) != .none
            isListOfObjects =
                !isFile
                && shape.isList
                && Shape.items(of: node, context: context)?.isObject == true
        }

        /// Indicates whether the member has parts that a style separates.
        var isComposed: Bool {
            let hasParts = shape.isList || shape.isObject || shape.hasComposedAlternative
            return hasParts && !isFile
        }
        /// Indicates whether the member is sent as JSON without a style.
        var isJSON: Bool {
            let isObject = shape.isObject && !isFile
            return isObject || isListOfObjects
        }
    }

    /// Sets the spelling of a list or an object by its style.
    private func setStyle(
        _ encoding: JSONNode,
        of member: Member,
        node: JSONNode,
        in schema: inout Members
    ) {
        let style = encoding["style"]?.string ?? "form"
        if style == "deepObject" {
            schema["arrays"] = .string("brackets")
            return
        }
        let isExploded = encoding["explode"]?.bool ?? (style == "form")
        if member.isListOfObjects {
            if isExploded {
                schema["arrays"] = .string("repeated")
            } else {
                context.note(.changed, at: node, "a list of objects with a separator between them is sent as JSON")
            }
            return
        }
        if member.shape.isObject, !member.shape.isList {
            context.note(.changed, at: node, "an object in a form without \"deepObject\" is sent as JSON")
            return
        }
        if isExploded {
            return
        }
        switch style {
        case "spaceDelimited":
            schema["arrays"] = .string("spaces")
        case "pipeDelimited":
            schema["arrays"] = .string("pipes")
        default:
            schema["arrays"] = .string("comma")
        }
    }

    /// Sets the media type of a member. Each object of a list is JSON of its own.
    private func setType(
        _ node: JSONNode?,
        of member: Member,
        content: Content,
        in schema: inout Members
    ) {
        if member.isListOfObjects {
            schema["arrays"] = .string("repeated")
        }
        guard let node, let type = node.string else { return }
        let isJSON = MediaKind(type) == .json
        if content.kind == .form {
            if isJSON, !member.isListOfObjects {
                schema["format"] = .string("json")
            }
            return
        }
        guard !type.contains(","),
            MediaKind.isMediaType(type)
        else { return }
        if member.isJSON, !isJSON {
            context.note(
                .changed,
                at: node,
                "an object in a part of the type \(MediaKind.name(for: type)) is sent as JSON")
        } else {
            schema["content"] = .string(sentType(for: Content(type, node: node)))
        }
    }
}
