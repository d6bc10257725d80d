import Foundation

/// An invented service with an API and a token endpoint, and the record of all that it received.
///
/// Refresh tokens may be spent once. The old one stays valid until the new token is used, so that a client that got no
/// response can ask again. If an old one is spent later, the account is revoked (RFC 9700, section 4.14.2), so that no
/// double refresh goes unnoticed.
final class Service: @unchecked Sendable {
    struct Grant {
        /// The number in the newest access and refresh tokens: `A.ACCOUNT.NUMBER`, `R.ACCOUNT.NUMBER`.
        var number = 0
        /// Indicates whether the newest token was used, so that the one before is invalid.
        var isUsed = true
        var uses = 0
        var isExpired = true
        var isRevoked = false
        var refreshes = 0
        /// The number of refreshes that were asked for again, after their first response was lost.
        var repeated = 0
    }

    /// The moment of a refresh at which the service ends the process that asks for it.
    enum Moment: CaseIterable {
        case before, afterwards, afterResponse
    }

    private let lock = NSLock()
    private var all: [Int: Grant] = [:]
    private var versions: [String: Int] = [:]
    private var settled: [String: Int] = [:]
    private var counts: [String: Int] = [:]
    private var times: [Double] = []
    private var moment: Moment?
    private var killed: [Int32] = []
    /// The number of calls for which an access token is valid.
    private let longevity: Int
    private(set) var server: HTTPServer!

    init(longevity: Int = .max) throws {
        self.longevity = longevity
        server = try HTTPServer { [unowned self] in respond(to: $0) }
    }

    var url: String { server.url }
    var grants: [Int: Grant] { lock.withLock { all } }
    /// The times at which requests for `paced` arrived.
    var arrivals: [Double] { lock.withLock { times } }
    /// The processes that were ended.
    var ended: [Int32] { lock.withLock { killed } }

    /// The number of requests for a path, and for its argument `round`.
    func count(_ name: String) -> Int { lock.withLock { counts[name] ?? 0 } }

    /// Lets all access tokens expire.
    func expireAll() { lock.withLock { for account in all.keys { all[account]?.isExpired = true } } }

    /// Ends the next process that refreshes a token.
    func kill(at moment: Moment) { lock.withLock { self.moment = moment } }
    var isArmed: Bool { lock.withLock { moment != nil } }

    private func respond(to request: HTTPServer.Request) -> HTTPServer.Response? {
        lock.withLock { counts[request.path, default: 0] += 1 }
        if request.path == "token" { return refresh(request) }
        guard isAuthorized(request.token) else { return .init(status: 401, body: "{}") }
        let item = request.arguments["item"] ?? ""
        var (number, headers) = (1, ["Cache-Control: no-store"])
        switch (request.verb, request.path) {
        case ("GET", "items"):
            number = lock.withLock { versions[item] ?? 0 }
            // A process that reads before a write and answers after it is the difficult case.
            usleep(.random(in: 0...3000))
            headers = ["Cache-Control: max-age=60"]
        case ("POST", "items"):
            number = lock.withLock {
                versions[item, default: 0] += 1
                return versions[item] ?? 0
            }
        case ("GET", "settled"): number = lock.withLock { settled[item] ?? 0 }
        case ("POST", "settled"):
            let version = request.arguments["version"].flatMap { Int($0) } ?? 0
            lock.withLock { settled[item] = max(settled[item] ?? 0, version) }
        case ("POST", "ready"):
            // Each of 20 reads of a round is announced just before it begins.
            lock.withLock { counts["ready \(request.arguments["round"] ?? "")", default: 0] += 1 }
        case ("GET", "slow"):
            let round = request.arguments["round"] ?? ""
            lock.withLock { counts["slow \(round)", default: 0] += 1 }
            let limit = Date(timeIntervalSinceNow: 600)
            while count("ready \(round)") < 20, Date() < limit { usleep(2000) }
            usleep(400_000)
            // Every other response may be cached.
            if Int(round).map({ $0 % 2 == 0 }) ?? false { headers = ["Cache-Control: max-age=60"] }
        case ("GET", "paced"): lock.withLock { times.append(Date().timeIntervalSince1970) }
        default: break
        }
        return .init(headers: headers, body: "{\"number\": \(number)}")
    }

    private func isAuthorized(_ token: String?) -> Bool {
        let parts = (token ?? "").split(separator: ".")
        guard parts.count == 3, parts[0] == "A", let account = Int(parts[1]), let number = Int(parts[2]) else {
            return false
        }
        return lock.withLock {
            var grant = all[account] ?? Grant()
            guard number == grant.number, !grant.isExpired, !grant.isRevoked else { return false }
            grant.isUsed = true
            grant.uses += 1
            if grant.uses >= longevity { grant.isExpired = true }
            all[account] = grant
            return true
        }
    }

    private func refresh(_ request: HTTPServer.Request) -> HTTPServer.Response? {
        let moment = lock.withLock { () -> Moment? in
            defer { self.moment = nil }
            return self.moment
        }
        let process = Int32(request.arguments["client_id"] ?? "") ?? 0
        if moment == .before {
            end(process)
            return nil
        }
        let parts = (request.arguments["refresh_token"] ?? "").split(separator: ".")
        guard parts.count == 3, let account = Int(parts[1]), let number = Int(parts[2]) else { return nil }
        let new = lock.withLock { () -> Int? in
            var grant = all[account] ?? Grant()
            defer { all[account] = grant }
            if grant.isRevoked { return nil }
            if number == grant.number {
                grant.number += 1
                grant.refreshes += 1
            } else if number == grant.number - 1, !grant.isUsed {
                grant.repeated += 1
            } else {
                grant.isRevoked = true
                return nil
            }
            (grant.isUsed, grant.uses, grant.isExpired) = (false, 0, false)
            return grant.number
        }
        guard let new else { return .init(status: 400, body: "{\"error\": \"invalid_grant\"}") }
        if moment == .afterwards {
            end(process)
            return nil
        }
        var response = HTTPServer.Response(
            body: "{\"access_token\": \"A.\(account).\(new)\", \"refresh_token\": \"R.\(account).\(new)\"}")
        if moment == .afterResponse {
            response.after = { [self] in
                usleep(.random(in: 0...3000))
                end(process)
            }
        }
        return response
    }

    private func end(_ process: Int32) {
        guard process > 1 else { return }
        Foundation.kill(process, SIGKILL)
        lock.withLock { killed.append(process) }
    }
}
