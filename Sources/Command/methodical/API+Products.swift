#if CommandLine
    import MethodicalGenerator

    extension API {
        /// The products that the generated code of this API imports.
        var products: [String] {
            let isUsed = [
                "MethodicalTransfers": methods.contains(where: \.isUpload),
                "MethodicalOperations": methods.contains { $0.poll != nil },
                "MethodicalStreams": methods.contains { $0.stream != nil },
                "MethodicalWebhooks": webhooks != nil,
                "MethodicalXML": decoding.format == .xml || hasXML
                    || methods.contains { $0.whole?.content?.kind == .xml },
            ]
            return ["Methodical"] + isUsed.filter(\.value).keys.sorted()
        }
    }
#endif
