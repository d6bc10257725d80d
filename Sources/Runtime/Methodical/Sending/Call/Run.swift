/// One sending of a call: its number, and the facts that stay the same until it ends.
final class Run: Sendable {
    let call: Call
    let number: UInt64
    let started: ContinuousClock.Instant
    /// The observer of the transfer, or `nil` if nothing observes the bytes.
    let transfer: TransferObserver?
    /// The carrier of the call, or `nil` if it is sent alone.
    let carrier: (any CallCarrier)?
    /// The time for which the caller had suspended the call before this sending, such as an earlier step of an upload.
    let suspendedBefore: Duration

    @inline(never)
    init(_ call: Call, transfer: TransferObserver?, carrier: (any CallCarrier)?) {
        self.call = call.withKeys()
        self.transfer = transfer
        if let carrier, carrier.carries(call) {
            self.carrier = carrier
        } else {
            self.carrier = nil
        }
        suspendedBefore = transfer?.control?.suspendedTime ?? .zero
        number = call.client.listeners.withLock { $0.nextCall() }
        started = call.client.configuration.time.instant()
        report(.started)
    }

    /// Creates a sending of the same call that has no carrier and that nothing observes.
    init(alone run: Run) {
        call = run.call
        number = run.number
        started = run.started
        transfer = nil
        carrier = nil
        suspendedBefore = .zero
    }

    /// Creates the same sending of a call with other settings. No carrier knows these, so the call is sent alone.
    private init(_ call: Call, from run: Run) {
        self.call = call
        number = run.number
        started = run.started
        transfer = run.transfer
        carrier = nil
        suspendedBefore = run.suspendedBefore
    }

    /// Returns the sending of the same call with the settings that middlewares have passed on.
    func with(_ settings: CallSettings) -> Run {
        if settings == CallSettings(call) {
            return self
        }
        return Run(call.with(settings), from: self)
    }

    /// Indicates whether equal calls may share the response: not if it arrives in pieces, or if a carrier forbids it.
    var isShareable: Bool {
        let isAllowedByCarrier = carrier?.allowsSharing ?? true
        return isAllowedByCarrier && transfer?.pieces == nil
    }

    /// Reports an event of the call.
    func report(_ kind: @autoclosure () -> ClientEvent.Kind) {
        call.report(number: number, kind: kind())
    }

    /// Reports that the call has failed, with the mismatch if the response cannot be read, and returns the error.
    func reporting(_ error: APIError) -> APIError {
        if error.code == .undecodable, let problem = error.problem {
            report(.unreadable(Mismatch(problem)))
        }
        report(.failed(error.code, duration))
        return error
    }

    /// The time since the call started.
    var duration: Duration {
        call.client.configuration.time.instant() - started
    }
}

extension Call {
    /// Reports an event. The event is created only if something listens.
    func report(number: UInt64, kind: @autoclosure () -> ClientEvent.Kind) {
        let client = client
        let streams = client.listeners.withLock { $0.streams }
        if streams.isEmpty, client.observers.isEmpty {
            return
        }
        let event = ClientEvent(
            method: method.name,
            signature: signature,
            account: client.account.id,
            call: number,
            kind: kind())
        for observer in client.observers {
            observer.observe(event)
        }
        for stream in streams.values {
            stream.yield(event)
        }
    }
}
