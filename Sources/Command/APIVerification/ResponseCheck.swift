import APICalling
import APILearning
import APISurface
import Foundation
import Methodical
import MethodicalGenerator

/// A check of one response: its status, its header fields, and whether it has a body of the right kind.
///
/// The values in the body are compared with the schema later, for all responses together.
struct ResponseCheck {
    let exchange: Exchange
    let places: SchemaPlaces
    let schema: CallableAPI
    /// Indicates whether the call was made with a token or another secret.
    let hasCredentials: Bool
    private(set) var faults: [Fault] = []
    /// The reason why the response says nothing about the server, or `nil`.
    private(set) var omission: String?
    /// Indicates whether the response is a result of the method.
    private(set) var isResult = false

    private var method: MethodicalGenerator.Method { exchange.call.method }
    private var variant: Variant { exchange.call.variant }

    init(_ exchange: Exchange, places: SchemaPlaces, schema: CallableAPI, hasCredentials: Bool) {
        self.exchange = exchange
        self.places = places
        self.schema = schema
        self.hasCredentials = hasCredentials
        check()
    }

    private mutating func add(_ severity: Fault.Severity, _ message: String, at place: Place? = nil) {
        let place = place ?? places.place(of: method.name)
        faults.append(
            Fault(severity, in: method.name, "\(method.name): \(message)", at: place, exchange: exchange.number))
    }

    private mutating func check() {
        guard let response = exchange.response else {
            // A call that was not sent says nothing about the server.
            guard let failure = exchange.failure, failure.point == .connection else {
                omission = "was not sent: \(exchange.failure?.reason ?? "it makes no request")"
                return
            }
            return add(.error, "expected a response, found none: \(failure.reason)")
        }
        switch exchange.failure?.point {
        case .connection?:
            add(.error, "expected a whole response, found a part: \(exchange.failure?.reason ?? "")")
        case .refusal?, .beforeSending?:
            checkRefusal(response)
        case .reading?:
            checkStatus(response)
            checkBody(response, isReadable: false)
        case nil:
            isResult = true
            checkStatus(response)
            checkFields(response)
            checkBody(response, isReadable: true)
        }
    }

    // MARK: Refusals

    private mutating func checkRefusal(_ response: HTTPResponse) {
        let reason = exchange.failure?.reason ?? ""
        switch response.status {
        case 429:
            omission = "was refused for its rate limit: \(reason)"
        case 401, 403:
            let isMissing = exchange.call.needsAuthorization && !hasCredentials
            omission = isMissing ? "needs a token: METHODICAL_TOKEN or --token-file" : "was refused: \(reason)"
        case 500...:
            add(.error, "expected a result, found HTTP \(response.status): \(reason)", at: statusPlace)
        case 300..<500:
            checkRefusal(response.status, reason: reason)
        default:
            // The envelope of a success has an error. Only the service's documentation says when it may.
            omission = "was refused: \(reason)"
        }
    }

    /// Checks a refusal of a call whose arguments a server should accept.
    private mutating func checkRefusal(_ status: Int, reason: String) {
        let isDocumented = method.failures.contains { $0.covers(status) }
        let deniesKnownObject = exchange.plan.known != nil && [404, 410].contains(status)
        switch exchange.plan.origin {
        case .invented:
            omission = "was refused with invented arguments; --arguments gives others: \(reason)"
        case .response where deniesKnownObject:
            add(
                .error, "expected a result for an id that the server returned, found HTTP \(status): \(reason)",
                at: statusPlace)
        case .response:
            omission = "was refused with arguments from responses; --arguments gives others: \(reason)"
        case .schema where isDocumented, .given where isDocumented:
            omission = "was refused: \(reason)"
        case .schema, .given:
            add(.error, "expected a result, found HTTP \(status): \(reason)", at: statusPlace)
        }
    }

    // MARK: Results

    private var statusPlace: Place? { places.place(of: method.name, at: ["statuses"]) }

    private mutating func checkStatus(_ response: HTTPResponse) {
        let known = places.statuses(of: method.name)
        guard !known.isEmpty, response.status < 300 else { return }
        if known.contains(where: { $0.covers(response.status) }) {
            return
        }
        let expected = known.joined(separator: " or ")
        add(.warning, "expected the status \(expected), found \(response.status)", at: statusPlace)
    }

    private mutating func checkFields(_ response: HTTPResponse) {
        let reader = HeaderReader(schema: schema)
        for field in variant.headers {
            let place = places.place(ofField: field.name, of: method.name)
            guard let text = response.headers[field.name] else {
                add(.note, "has no header field \(field.name)", at: place)
                continue
            }
            if !reader.accepts(text, as: field.type) {
                let expected = schema.words(for: field.type)
                add(.warning, "\(field.name): expected \(expected), found \"\(text.shown)\"", at: place)
            }
        }
    }

    /// Checks the label of a body and whether there is one.
    private mutating func checkBody(_ response: HTTPResponse, isReadable: Bool) {
        let hasConstant = variant.statuses.contains { $0.constant != nil && $0.covers(response.status) }
        guard exchange.call.returnsJSON, !hasConstant else {
            if !isReadable {
                add(.error, "cannot be read: \(exchange.failure?.reason ?? "")", at: responsePlace)
            }
            return
        }
        if response.body.isEmpty {
            // A reader takes no body for null, which is as good as any JSON.
            guard !schema.acceptsNothing(as: variant.result) else { return }
            let expected = schema.words(for: variant.result)
            return add(
                .error, "expected \(expected), found HTTP \(response.status) without a body", at: responsePlace)
        }
        guard JSONText(Array(response.body)) != nil else {
            return add(.error, "expected JSON, found \(response.described)", at: responsePlace)
        }
        isResult = true
        let type = response.headers["Content-Type"]
        if let type, !type.lowercased().contains("json") {
            add(.warning, "Content-Type: expected JSON, found \(type.shown)", at: responsePlace)
        }
    }

    private var responsePlace: Place? { places.place(of: method.name, at: ["response"]) }
}

extension HTTPResponse {
    /// A description of a body that is not JSON.
    fileprivate var described: String {
        let start = String(decoding: body.prefix(40), as: UTF8.self)
        return "\"\(start.shown)\""
    }
}

extension MethodicalGenerator.Method.Failure {
    /// Indicates whether the schema describes the failure with a status.
    fileprivate func covers(_ status: Int) -> Bool {
        statuses.contains { $0.covers(status) }
    }
}

extension Variant.Status {
    /// Indicates whether the entry is about a status.
    fileprivate func covers(_ status: Int) -> Bool {
        self.status.covers(status)
    }
}

extension String {
    /// Indicates whether a status or a group of statuses, such as `4XX`, contains a status.
    fileprivate func covers(_ status: Int) -> Bool {
        self == String(status) || self == "\(status / 100)XX"
    }
}

/// A reader of header fields, which accepts the same texts as the runtime.
struct HeaderReader {
    let schema: CallableAPI

    /// Indicates whether a text is a value of a type.
    func accepts(_ text: String, as type: TypeUse) -> Bool {
        let emission = schema.emission
        switch emission.resolver.wireType(of: emission.peeled(type)) {
        case .boolean: return ["true", "false", "0", "1"].contains(text.lowercased())
        case .formatted(.dateTime, as: .string):
            return Format.dateTime.conforms(text) || Date(httpDate: text, at: .now) != nil
        case .array(let element):
            let parts = text.split(separator: ",").map { $0.drop { $0 == " " } }
            return parts.allSatisfy { accepts(String($0), as: element) }
        case .named(let id):
            let enumeration = emission.resolver.wireShape(of: id)?.enumeration
            guard let enumeration else {
                return true
            }
            return enumeration.isOpen || enumeration.members.contains { $0.value == text }
        case .any, .dictionary, .null, .optional: return true
        default: return schema.accepts(text, as: type)
        }
    }
}
