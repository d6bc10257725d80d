import Methodical

/// An API in the form that the generator prints.
struct Service: APIClient {
    let client: Client
    static let api = APIDescription(name: "Service", baseURL: "http://127.0.0.1/")

    func get(_ number: Int) -> Request<Item> {
        var call = Call(client, .init("items.get", .get, "items/get", reads: true))
        call.add("id", number)
        return Request(call)
    }

    func list() -> Request<[Item]> {
        let pages = APIEngine.Paging.by(.offset("offset"), size: "count", most: Pages.length)
        return Request(Call(client, .init("items.list", .get, "items/list", reads: true, pages: pages)))
    }
}

/// A record with fields of each kind.
struct Item: APIEngine.Model, APIEngine.PageItem {
    var id = 0
    var name = ""
    var text: String?
    var price: Double?
    var isNew: Bool?
    var tags: [String]?

    init(_: APIEngine.Blank) {}
    static let _fields = APIEngine.FieldTable("!id,!name,text,price,is_new,tags")
    mutating func _field(_ index: Int, _ cursor: inout APIEngine.FieldCursor) {
        switch index {
        case 0: cursor.int(&id)
        case 1: cursor.string(&name)
        case 2: cursor.stringIfPresent(&text)
        case 3: cursor.doubleIfPresent(&price)
        case 4: cursor.boolIfPresent(&isNew)
        case 5: cursor.arrayIfPresent(&tags)
        default: break
        }
    }

    /// The identity by which a walk through pages recognises an item that it has seen.
    var _identity: [APIEngine.ArgumentValue?] { [.integer(id)] }

    /// Returns the record with a number as JSON, of about 200 bytes.
    static func json(_ number: Int) -> String {
        #"{"id":\#(number),"name":"Item \#(number)","text":"A text of some words with an escaped \"quote\" and a "#
            + #"letter beyond ASCII: \#(number % 2 == 0 ? "é" : "ж").","price":\#(number % 1000).25,"#
            + #""is_new":\#(number % 3 == 0),"tags":["one","two","three"]}"#
    }
}
