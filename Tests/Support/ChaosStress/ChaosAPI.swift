import Foundation
import Methodical
import MethodicalStreams
import MethodicalTransfers

/// The API of the server, in the form that the generator prints.
struct ChaosAPI: APIClient {
    let client: Client
    static let api = APIDescription(
        name: "Chaos", baseURL: "http://127.0.0.1/", authorization: .header("Bearer"))

    // MARK: Reads

    func item(id: Int) -> Request<Item> {
        var call = Call(client, .init("items.get", .get, "items/{id}", parameters: .query, reads: true))
        call.add("id", id, .path)
        return Request(call)
    }

    func hotItem(id: Int) -> Request<Item> {
        var call = Call(client, .init("hot.get", .get, "hot/{id}", parameters: .query, reads: true))
        call.add("id", id, .path)
        return Request(call)
    }

    func text(id: Int) -> Request<String> {
        var call = Call(
            client, .init("texts.get", .get, "texts/{id}", parameters: .query, accept: "text/plain", reads: true))
        call.add("id", id, .path)
        return Request(call)
    }

    func numbers(id: Int) -> Request<[Int]> {
        var call = Call(
            client,
            .init(
                "numbers.get", .get, "numbers/{id}", parameters: .query, reads: true,
                pages: .by(.offset("offset"), size: "size", most: 10)))
        call.add("id", id, .path)
        return Request(call)
    }

    func longPoll(id: Int) -> Request<Item> {
        var call = Call(client, .init("polls.get", .get, "polls/{id}", parameters: .query, reads: true, cache: 0))
        call.add("id", id, .path)
        return Request(call)
    }

    func events(id: Int) -> StreamRequest<Item> {
        var call = Call(client, .init("events.stream", .get, "events/{id}", parameters: .query, reads: true))
        call.add("id", id, .path)
        return StreamRequest(call, .events, end: Resources.endOfStream)
    }

    func file(id: Int) -> Request<Data> {
        var call = Call(
            client,
            .init(
                "files.get", .get, "files/{id}", parameters: .query, accept: "application/octet-stream", reads: true))
        call.add("id", id, .path)
        return Request(call)
    }

    func signedInUser(id: Int) -> Request<Item> {
        var call = Call(
            client, .init("me.get", .get, "me/{id}", parameters: .query, reads: true, needsToken: true, cache: 0))
        call.add("id", id, .path)
        return Request(call)
    }

    // MARK: Writes

    func order(id: Int, text: String) -> Request<Item> {
        var call = Call(client, .init("orders.add", .post, "orders/{id}", parameters: .body))
        call.add("id", id, .path)
        call.add("text", text)
        return Request(call)
    }

    func keyedOrder(id: Int, key: String? = nil) -> Request<Item> {
        var call = Call(client, .init("keyed.add", .post, "keyed/{id}", parameters: .body))
        call.add("id", id, .path)
        call.add("key", key, .key)
        return Request(call)
    }

    func mark(id: Int, text: String) -> Request<NoContent> {
        var call = Call(client, .init("marks.add", .post, "marks/{id}", parameters: .form))
        call.add("id", id, .path)
        call.add("text", text)
        return Request(call)
    }

    func upload(_ file: Upload, id: Int) -> UploadRequest<Item> {
        var call = Call(client, .init("uploads.add", .post, "uploads/{id}", parameters: .query))
        call.add("id", id, .path)
        return UploadRequest(raw: file, call)
    }

    func form(_ file: Upload, id: Int, caption: String) -> UploadRequest<Item> {
        var parts = FormParts()
        var call = Call(client, .init("forms.add", .post, "forms/{id}", parameters: .multipart))
        call.add("id", id, .path)
        call.add("caption", caption)
        parts.add("file", file, to: &call)
        return UploadRequest(parts, call)
    }
}

/// The value of most responses.
struct Item: APIEngine.Model {
    var id = 0
    var text = ""

    init(_: APIEngine.Blank) {}
    static let _fields = APIEngine.FieldTable("!id,!text")
    mutating func _field(_ index: Int, _ cursor: inout APIEngine.FieldCursor) {
        switch index {
        case 0: cursor.int(&id)
        case 1: cursor.string(&text)
        default: break
        }
    }
}
