import APICalling
import APISamples
import Methodical
import MethodicalGenerator

// The further calls after a success: for pages, for an object that does not exist, and without a token.
extension Verification {
    // MARK: Pages

    mutating func verifyPages(of exchange: Exchange, on link: ServerLink) async {
        let call = exchange.call
        guard call.hasPages, options.pageLimit > 1 else { return }
        var check = PageCheck(of: call.method)
        var pages: [CallOutcome] = []
        var isComplete = true
        do {
            try await call.forEachPage(on: link.client, lastResponse: { link.transport.last }) { page in
                pages.append(page.response)
                let continues = check.add(page)
                isComplete = !page.facts.isFollowed || !continues
                return continues && pages.count < options.pageLimit
            }
            check.finish(isComplete: isComplete)
        } catch {
            let reason = (error as? CallFailure)?.reason ?? "\(error)"
            addPageFault(.error, "page \(pages.count + 1) is refused: \(reason)", of: exchange)
        }
        report.add(pages: pages.count)
        // The first page was judged already.
        for page in pages.dropFirst() {
            bodies.add(page, of: exchange)
        }
        for problem in check.problems {
            addPageFault(.error, problem, of: exchange)
        }
        if let note = check.note {
            addPageFault(.note, note, of: exchange)
        }
    }

    private mutating func addPageFault(_ severity: Fault.Severity, _ message: String, of exchange: Exchange) {
        let number = report.add(
            CallLine(
                method: exchange.method, arguments: exchange.plan.arguments,
                options: ["--page", "all"] + options.callOptions))
        report.faults.append(
            Fault(
                severity, in: exchange.method, "\(exchange.method): \(message)",
                at: places.place(of: exchange.method, at: ["pages"]), exchange: number))
    }

    // MARK: Refusals

    /// Asks for an object that does not exist, in place of one that the server knows.
    mutating func verifyUnknownID(_ exchange: Exchange, on link: ServerLink) async {
        guard let name = exchange.plan.known,
            let index = exchange.plan.arguments.firstIndex(where: { $0.name == name }),
            case .text(let id) = exchange.plan.arguments[index].value
        else { return }
        var plan = exchange.plan
        plan.arguments[index].value = .text(MissingID.like(id))
        let call: MethodCall
        do throws(CallProblems) {
            call = try MethodCall(exchange.method, plan.arguments, in: callable, secret: secret)
        } catch {
            // The schema lists the ids, so that there is no other one to ask for.
            return
        }
        let probe = await send(call, plan: plan, on: link)
        guard let response = probe.success, !call.isNothing(response) else {
            return addServerError(of: probe)
        }
        let message = "expected a refusal such as 404 for an id that does not exist, found HTTP \(response.status)"
        report.faults.append(
            Fault(
                .error, in: exchange.method, "\(exchange.method): \(message)",
                at: places.place(of: exchange.method), exchange: probe.number))
    }

    /// Makes a call without the token that it needs.
    mutating func verifyRefusal(_ exchange: Exchange) async {
        guard connection.hasCredentials, exchange.call.needsAuthorization else { return }
        let call: MethodCall
        do throws(CallProblems) {
            call = try MethodCall(exchange.method, exchange.plan.arguments, in: openAPI, secret: secret)
        } catch {
            return
        }
        let server = Connection(baseURL: connection.baseURL, timeout: connection.timeout)
        let link = openLink ?? ServerLink(for: call, connection: server, transport: base)
        openLink = link
        let probe = await send(call, plan: exchange.plan, on: link)
        guard let response = probe.success else {
            return addServerError(of: probe)
        }
        let message = "expected a refusal such as 401 without a token, found HTTP \(response.status)"
        report.faults.append(
            Fault(
                .error, in: exchange.method, "\(exchange.method): \(message)",
                at: places.place(of: exchange.method), exchange: probe.number))
    }

    /// Adds a fault if a call that the server should refuse made it fail.
    private mutating func addServerError(of probe: Exchange) {
        guard let response = probe.response, response.status >= 500 else { return }
        report.faults.append(
            Fault(
                .error, in: probe.method,
                "\(probe.method): expected a refusal such as 404, found HTTP \(response.status)",
                at: places.place(of: probe.method), exchange: probe.number))
    }
}
