import Foundation

/// Python's jsonschema, an independent implementation.
enum JSONSchemaValidator {
    static let isAvailable = (try? Python.run(["-c", "import jsonschema"]))?.status == 0

    /// Returns the violations of `api.schema.json` or `methods.schema.json` in the APIs below a folder, or an empty
    /// text.
    static func validate(folder: URL) throws -> String { try Python.run(["-c", script, folder.path]).text }

    private static let script = """
        import glob, json, os, sys
        import jsonschema
        folder = sys.argv[1]
        def load(path):
            with open(path, encoding="utf-8") as file:
                return json.load(file)
        def validator(name):
            schema = load(os.path.join(folder, name))
            jsonschema.Draft7Validator.check_schema(schema)
            return jsonschema.Draft7Validator(schema)
        api, methods = validator("api.schema.json"), validator("methods.schema.json")
        for path in sorted(glob.glob(os.path.join(folder, "*", "**", "*.json"), recursive=True)):
            if path.endswith(".overlay.json"):
                continue
            for error in (api if os.path.basename(path) == "api.json" else methods).iter_errors(load(path)):
                print(path, "/".join(map(str, error.absolute_path)), error.message[:300])
        """
}
