#if canImport(CryptoKit) || Crypto
    import Foundation
    import Methodical
    import MethodicalAccounts
    import MethodicalCrypto

    /// Runs four processes at a time that store, read and remove tokens. All are killed after a few writes, in the
    /// middle of one. Each token must then be the last stored one or the one that was being stored.
    struct Killing {
        private let folder: String
        private let ledger: Ledger
        private static let accounts = 24
        private static let workers = 4

        init(_ folder: String) throws {
            self.folder = folder
            ledger = try Ledger(Self.accounts)
        }

        func run(rounds: Int) throws {
            var found = 0
            for round in 1...rounds {
                let goal = ledger.begunCount + Int.random(in: 1...12)
                let workers = (0..<Self.workers).map { start($0) }
                // On a busy machine they may start late.
                var patience = 100_000
                while ledger.begunCount < goal, patience > 0 {
                    usleep(100)
                    patience -= 1
                }
                usleep(UInt32.random(in: 0...1000))
                for worker in workers { kill(worker, SIGKILL) }
                for worker in workers {
                    var status: Int32 = 0
                    waitpid(worker, &status, 0)
                    guard status & 0x7F == SIGKILL else {
                        throw TokenStress.Failure(what: "round \(round): a worker ended by itself, status \(status)")
                    }
                }
                found += try inspect(round)
            }
            let store = try Sample.store(folder)
            for id in try store.ids() { try store.remove(id) }
            guard try store.ids().isEmpty else { throw TokenStress.Failure(what: "something is left") }
            print("rounds: \(rounds), found: \(found > rounds), written: \(ledger.count > rounds)")
        }

        private func inspect(_ round: Int) throws -> Int {
            let store = try Sample.store(folder)
            var present: Set<Account.ID> = []
            for account in 0..<Self.accounts {
                let token = try store.token(for: Account.ID(account))
                let stamp = try token.map { token in
                    guard let stamp = Sample.stamp(token, of: account) else {
                        throw TokenStress.Failure(what: "round \(round): the token of \(account) is damaged")
                    }
                    return stamp
                }
                guard ledger.settle(account, stamp) else {
                    throw TokenStress.Failure(what: "round \(round): the token of \(account) is lost")
                }
                if token != nil { present.insert(Account.ID(account)) }
            }
            guard try Set(store.ids()) == present else {
                throw TokenStress.Failure(what: "round \(round): the accounts are not those of the tokens")
            }
            if let current = try store.current(), Int(current.rawValue) == nil {
                throw TokenStress.Failure(what: "round \(round): the current account is damaged")
            }
            try store.store(Token("new"), for: "visitor")
            guard try store.token(for: "visitor") == Token("new") else {
                throw TokenStress.Failure(what: "round \(round): a new token is not found")
            }
            try store.remove("visitor")
            return present.count
        }

        /// Starts a child that works until it is killed. It ends by itself only after a failure. Each account is
        /// written by one child and read by all.
        private func start(_ worker: Int) -> pid_t {
            let child = fork_()
            guard child == 0 else { return child }
            do {
                let store = try Sample.store(folder)
                while true {
                    let account = Int.random(in: 0..<Self.accounts)
                    let own = account / Self.workers * Self.workers + worker
                    switch Int.random(in: 0..<100) {
                    case 0..<40:
                        try ledger.write(own, isRemoval: false) {
                            try store.store(Sample.token(of: own, stamp: $0), for: Account.ID(own))
                        }
                    case 40..<45: try ledger.write(own, isRemoval: true) { _ in try store.remove(Account.ID(own)) }
                    case 45..<55: try store.setCurrent(Account.ID(account))
                    case 55..<60: _ = try (store.ids(), store.current())
                    default:
                        if let token = try store.token(for: Account.ID(account)),
                            Sample.stamp(token, of: account) == nil
                        {
                            _exit(3)
                        }
                    }
                }
            } catch {
                FileHandle.standardError.write(Data("a worker failed: \(error)\n".utf8))
                _exit(4)
            }
        }
    }

    /// The begun and the completed writes, in memory that outlives the children. The number of a stored token is
    /// positive, that of a removal negative.
    private struct Ledger {
        private let begun: UnsafeMutablePointer<Int>
        private let done: UnsafeMutablePointer<Int>
        private let accounts: Int

        init(_ accounts: Int) throws {
            let size = 2 * accounts * MemoryLayout<Int>.stride
            guard let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANON, -1, 0),
                memory != MAP_FAILED
            else {
                throw TokenStress.Failure(what: "no shared memory")
            }
            begun = memory.bindMemory(to: Int.self, capacity: 2 * accounts)
            done = begun + accounts
            self.accounts = accounts
        }

        /// The number of completed writes, and of begun ones.
        var count: Int { (0..<accounts).reduce(0) { $0 + abs(done[$1]) } }
        var begunCount: Int { (0..<accounts).reduce(0) { $0 + abs(begun[$1]) } }

        func write(_ account: Int, isRemoval: Bool, _ body: (Int) throws -> Void) throws {
            let number = max(abs(begun[account]), abs(done[account])) + 1
            begun[account] = isRemoval ? -number : number
            try body(number)
            done[account] = begun[account]
        }

        /// - Parameter found: The number of the current token, or `nil` if there is none.
        func settle(_ account: Int, _ found: Int?) -> Bool {
            for state in [done[account], begun[account]] where (state > 0 ? state : nil) == found {
                done[account] = state
                return true
            }
            return false
        }
    }

    /// Swift hides `fork` because of children that go on using threads. These have one thread.
    @_silgen_name("fork")
    private func fork_() -> pid_t
#endif
