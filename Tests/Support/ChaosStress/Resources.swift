import Foundation
import LoopbackServer

/// The resources of the API, one for each kind of call.
struct Resources {
    let ledger: Ledger
    let tokens: TokenDesk

    /// The number of elements of each list and each stream.
    static let lengthOfList = 35
    static let lengthOfStream = 30
    static let endOfStream = "[DONE]"

    func reply(to request: ServerRequest) -> ServerReply {
        switch request.path.first {
        case "items": item(request)
        case "hot": hotItem(request)
        case "texts": text(request)
        case "numbers": numbers(request)
        case "polls": longPoll(request)
        case "events": events(request)
        case "files": file(request)
        case "me": signedInUser(request)
        case "token": token(request)
        case "orders": order(request)
        case "keyed": keyedOrder(request)
        case "marks": mark(request)
        case "uploads": upload(request)
        case "forms": form(request)
        default: .json(#"{"error":"not found"}"#, status: 404)
        }
    }
}

// MARK: Reads

extension Resources {
    /// A third of the items come as gzip, if the client takes that.
    private func item(_ request: ServerRequest) -> ServerReply {
        var reply = ServerReply.item(request.id, text: Content.text("item \(request.id)"))
        let takesGzip = request.head["Accept-Encoding"]?.contains("gzip") ?? false
        if takesGzip, request.id % 3 == 0, case .whole(let body) = reply.body {
            reply.body = .whole(Content.gzip(body))
            reply.fields.append("Content-Encoding: gzip")
        }
        return reply
    }

    /// An item that many calls ask for, with an `ETag` for the cache.
    private func hotItem(_ request: ServerRequest) -> ServerReply {
        let tag = "\"hot-\(request.id)\""
        let fields = ["ETag: \(tag)", "Cache-Control: max-age=1"]
        if request.head["If-None-Match"] == tag { return ServerReply(status: 304, fields: fields) }
        var reply = ServerReply.item(request.id, text: Content.text("hot \(request.id)"))
        reply.fields += fields
        return reply
    }

    private func text(_ request: ServerRequest) -> ServerReply {
        let text = Content.text("text \(request.id)")
        return ServerReply(fields: ["Content-Type: text/plain; charset=utf-8"], body: .whole(Data(text.utf8)))
    }

    /// A page of the numbers from a thousand times the id on.
    private func numbers(_ request: ServerRequest) -> ServerReply {
        let offset = request.number("offset") ?? 0
        let size = request.number("size") ?? 10
        let page = (0..<Self.lengthOfList).dropFirst(offset).prefix(size)
        return .json("[" + page.map { "\(request.id * 1000 + $0)" }.joined(separator: ",") + "]")
    }

    private func longPoll(_ request: ServerRequest) -> ServerReply {
        usleep(UInt32(50_000 + request.id % 10 * 100_000))
        return .item(request.id, text: "poll \(request.id)")
    }

    /// Events, from the one after `Last-Event-ID` on.
    private func events(_ request: ServerRequest) -> ServerReply {
        let last = request.head["Last-Event-ID"].flatMap { Int($0) } ?? 0
        var chunks = [Data("retry: 20\n\n".utf8)]
        for number in 1...Self.lengthOfStream where number > last {
            chunks.append(Data("id: \(number)\ndata: {\"id\":\(request.id),\"text\":\"\(number)\"}\n\n".utf8))
        }
        chunks.append(Data("data: \(Self.endOfStream)\n\n".utf8))
        return ServerReply(fields: ["Content-Type: text/event-stream"], body: .chunks(chunks, pause: 3000))
    }

    /// A file, or the rest of it if the client has the beginning (RFC 9110, sections 13.1.5 and 14.2).
    private func file(_ request: ServerRequest) -> ServerReply {
        let content = Content.file("file \(request.id)")
        let tag = "\"file-\(request.id)\""
        let fields = ["ETag: \(tag)", "Content-Type: application/octet-stream"]
        let range = request.head["Range"].flatMap { Int($0.filter(\.isNumber)) }
        guard let first = range, request.head["If-Range"] == tag else {
            return ServerReply(fields: fields, body: .whole(content))
        }
        guard first < content.count else {
            return ServerReply(status: 416, fields: ["Content-Range: bytes */\(content.count)"])
        }
        let place = "Content-Range: bytes \(first)-\(content.count - 1)/\(content.count)"
        return ServerReply(status: 206, fields: fields + [place], body: .whole(Data(content.dropFirst(first))))
    }
}

// MARK: Accounts

extension Resources {
    private func signedInUser(_ request: ServerRequest) -> ServerReply {
        let token = request.head["Authorization"]?.dropFirst("Bearer ".count) ?? ""
        guard let account = tokens.account(of: String(token)) else {
            return .json(#"{"error":"the token has expired"}"#, status: 401)
        }
        return .item(request.id, text: "account \(account)")
    }

    private func token(_ request: ServerRequest) -> ServerReply {
        let refreshToken = request.form["refresh_token"] ?? ""
        ledger.note(refreshToken: refreshToken, exchange: request.exchange)
        return tokens.refresh(refreshToken)
    }
}

// MARK: Writes

extension Resources {
    private func order(_ request: ServerRequest) -> ServerReply {
        let id = request.id
        ledger.note(write: "order \(id)", exchange: request.exchange)
        if request.json["text"] as? String != Content.text("order \(id)") {
            ledger.complain("the order \(id) came with another text")
        }
        return .item(id, text: "taken")
    }

    /// An order whose idempotency key makes it safe to send again.
    private func keyedOrder(_ request: ServerRequest) -> ServerReply {
        let id = request.id
        ledger.note(write: "keyed \(id)", exchange: request.exchange)
        ledger.note(key: request.json["key"] as? String ?? "", of: "keyed \(id)")
        return .item(id, text: "taken")
    }

    /// A write without a result. Half of the responses have a body.
    private func mark(_ request: ServerRequest) -> ServerReply {
        ledger.note(write: "mark \(request.id)", exchange: request.exchange)
        if request.form["text"] != Calls.textOfMark { ledger.complain("the mark \(request.id) came with another text") }
        return request.id.isMultiple(of: 2) ? ServerReply(status: 204) : .json("{}")
    }

    private func upload(_ request: ServerRequest) -> ServerReply {
        ledger.note(write: "upload \(request.id)", exchange: request.exchange)
        if request.body != Content.file("upload \(request.id)") {
            ledger.complain("the upload \(request.id) came with another content of \(request.body.count) bytes")
        }
        return .item(request.id, text: "taken")
    }

    /// A form with one file.
    private func form(_ request: ServerRequest) -> ServerReply {
        ledger.note(write: "form \(request.id)", exchange: request.exchange)
        let content = Content.file("form \(request.id)")
        if !Self.file(in: request.body).starts(with: content + Data("\r\n--".utf8)) {
            ledger.complain("the form \(request.id) came with another file")
        }
        return .item(request.id, text: "taken")
    }

    /// Returns the body of a form from the content of its file on.
    private static func file(in form: Data) -> Data {
        guard let name = form.range(of: Data("filename=".utf8)) else { return Data() }
        let rest = form[name.upperBound...]
        guard let blankLine = rest.range(of: Data("\r\n\r\n".utf8)) else { return Data() }
        return Data(rest[blankLine.upperBound...])
    }
}
