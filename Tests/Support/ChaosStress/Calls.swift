import Foundation
import Methodical
import MethodicalAccounts
import MethodicalStreams
import MethodicalTransfers

/// The calls of each kind, with the check of their values.
struct Calls: Sendable {
    static let countOfAccounts = 6
    static let countOfHotItems = 10
    static let textOfMark = "mark"

    let api: ChaosAPI
    /// An API for each account.
    let accounts: [ChaosAPI]
    let files: Files

    /// Performs a call. Returns what is wrong with its value, or `nil` if the value is right.
    func perform(_ plan: CallPlan) async throws(APIError) -> String? {
        let id = plan.number
        switch plan.kind {
        case .item:
            let item = try await api.item(id: id).timeout(plan.timeout).send()
            return check(item, id: id, text: Content.text("item \(id)"))
        case .hotItem:
            let hot = plan.choice % Self.countOfHotItems
            let item = try await api.hotItem(id: hot).timeout(plan.timeout).send()
            return check(item, id: hot, text: Content.text("hot \(hot)"))
        case .text:
            let text = try await api.text(id: id).timeout(plan.timeout).send()
            return check(text, Content.text("text \(id)"))
        case .pages: return try await readPages(plan)
        case .longPoll:
            let item = try await api.longPoll(id: id).timeout(plan.timeout).send()
            return check(item, id: id, text: "poll \(id)")
        case .stream: return try await readStream(plan)
        case .download: return try await download(plan)
        case .signedInUser:
            let account = plan.choice % accounts.count
            let item = try await accounts[account].signedInUser(id: id).timeout(plan.timeout).send()
            return check(item, id: id, text: "account \(account)")
        case .order:
            let order = api.order(id: id, text: Content.text("order \(id)"))
            return check(try await order.timeout(plan.timeout).send(), id: id, text: "taken")
        case .keyedOrder:
            let item = try await api.keyedOrder(id: id).timeout(plan.timeout).send()
            return check(item, id: id, text: "taken")
        case .mark:
            try await api.mark(id: id, text: Self.textOfMark).timeout(plan.timeout).send()
            return nil
        case .uploadOfData:
            let item = try await api.upload(.data(Content.file("upload \(id)")), id: id).send()
            return check(item, id: id, text: "taken")
        case .uploadOfFile:
            let file = try files.source(Content.file("upload \(id)"), name: "upload \(id)")
            return check(try await api.upload(.file(file), id: id).send(), id: id, text: "taken")
        case .uploadOfForm:
            let file = Upload.data(Content.file("form \(id)"), name: "form.bin")
            return check(try await api.form(file, id: id, caption: "caption").send(), id: id, text: "taken")
        }
    }

    private func readPages(_ plan: CallPlan) async throws(APIError) -> String? {
        var numbers: [Int] = []
        let request = api.numbers(id: plan.number).timeout(CallPlan.timeoutOfOneRequest)
        for try await number in request.items { numbers.append(number) }
        let expected = (0..<Resources.lengthOfList).map { plan.number * 1000 + $0 }
        return numbers == expected ? nil : "the pages hold \(numbers.count) numbers: \(numbers.prefix(40))"
    }

    private func readStream(_ plan: CallPlan) async throws(APIError) -> String? {
        var count = 0
        for try await item in api.events(id: plan.number).timeout(CallPlan.timeoutOfOneRequest) {
            count += 1
            if let problem = check(item, id: plan.number, text: "\(count)") { return problem }
        }
        // A cancelled loop may end without an error.
        if count == Resources.lengthOfStream || Task.isCancelled { return nil }
        return "the stream ended after \(count) of \(Resources.lengthOfStream) events"
    }

    /// Downloads a file. A third of the downloads continue one that has failed before.
    private func download(_ plan: CallPlan) async throws(APIError) -> String? {
        let file = files.target(for: plan)
        defer { files.release(file) }
        let request = api.file(id: file.id).download(to: file.url).timeout(CallPlan.timeoutOfOneRequest)
        let length = try await request.send()
        files.noteSuccess(file)
        let content = Content.file("file \(file.id)")
        let problem = files.problem(with: file)
        if length == content.count {
            return problem
        }
        // The content shows whose response it is.
        return "the download says \(length) bytes instead of \(content.count)" + (problem.map { ", and " + $0 } ?? "")
    }

    private func check(_ item: Item, id: Int, text: String) -> String? {
        if item.id != id { return "the value is that of \(item.id): \(item.text.prefix(40))" }
        return check(item.text, text)
    }

    private func check(_ text: String, _ expected: String) -> String? {
        if text == expected { return nil }
        return "the value has another text of \(text.utf8.count) bytes instead of \(expected.utf8.count): "
            + text.prefix(60)
    }
}
