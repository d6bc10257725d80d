import Foundation
import Toolchain

/// An OpenAPI document of a shop, which tests change as its vendor would.
struct ShopDocument {
    var baseURL = "https://api.shop.example/v1"
    var description = "Sells things."
    /// The operations by their names, with the path and the schema of the response.
    var operations: [(name: String, path: String, response: String)] = [
        ("pins/list", "/pins", ##"{"type": "array", "items": {"$ref": "#/components/schemas/Pin"}}"##),
        ("users/list", "/users", ##"{"type": "array", "items": {"$ref": "#/components/schemas/User"}}"##),
        ("users/get", "/users/me", ##"{"$ref": "#/components/schemas/User"}"##),
    ]
    var schemas = [
        "Pin": ##"{"type": "object", "properties": {"owner": {"$ref": "#/components/schemas/User"}}}"##,
        "User": ##"{"type": "object", "properties": {"name": {"type": "string"}}}"##,
    ]

    var text: String {
        let paths = operations.map { operation in
            """
                "\(operation.path)": {
                  "get": {
                    "operationId": "\(operation.name)", "tags": ["\(operation.name.split(separator: "/")[0])"],
                    "responses": {"200": {"description": "x", "content": {"application/json": {"schema": \(operation.response)}}}}
                  }
                }
            """
        }
        let types = schemas.sorted { $0.key < $1.key }.map { "      \"\($0.key)\": \($0.value)" }
        return """
            {
              "openapi": "3.1.0",
              "info": {"title": "The Shop API", "version": "1.0", "description": "\(description)"},
              "servers": [{"url": "\(baseURL)"}],
              "paths": {
            \(paths.joined(separator: ",\n"))
              },
              "components": {
                "schemas": {
            \(types.joined(separator: ",\n"))
                }
              }
            }

            """
    }

    #if CommandLine
        func write(to folder: URL, as name: String = "openapi.json") throws {
            try Command.write(text, to: folder.appending(path: name))
        }
    #endif
}
