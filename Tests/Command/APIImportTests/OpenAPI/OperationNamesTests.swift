import Testing

@testable import APIImport

@Suite struct OperationNamesTests {
    /// An operation with the name that it gets if it is alone.
    struct Case: Sendable, CustomStringConvertible {
        var verb: String
        var path: String
        var id: String?
        var tag: String?
        var returnsList = false
        var name: String
        var description: String { "\(verb) \(path) \(id ?? "") \(tag ?? "")" }

        init(_ operation: String, id: String? = nil, tag: String? = nil, list: Bool = false, _ name: String) {
            let parts = operation.split(separator: " ").map(String.init)
            (verb, path) = (parts[0].lowercased(), parts[1])
            (self.id, self.tag, returnsList, self.name) = (id, tag, list, name)
        }

        var operation: NamedOperation {
            let path = OperationPath.withoutPrefix([OperationPath(self.path)])[0]
            let version = self.path.split(separator: "/").map { Words(String($0)) }.first(where: \.isVersion)
            return NamedOperation(
                operationID: id, tag: tag.map { Words($0) }, verb: verb, path: path, version: version,
                returnsList: returnsList, key: "\(verb) \(self.path)")
        }
    }

    @Test(arguments: [
        // The examples of the rules.
        Case("GET /users/{username}/repos", id: "repos/list-for-user", tag: "repos", "repos.listForUser"),
        Case("GET /pins/{id}/comments", list: true, "pins.comments.list"),
        Case("GET /pins/{id}", "pins.get"),
        Case("POST /pins", "pins.create"),
        Case("PUT /pins/{id}", "pins.replace"),
        Case("PATCH /pins/{id}", "pins.update"),
        Case("DELETE /pins/{id}", "pins.delete"),
        Case("POST /jobs/{id}/cancel", "jobs.cancel"),
        Case(
            "GET /v1/accounts/{account}/bank_accounts/{id}", id: "GetAccountsAccountBankAccountsId",
            "accounts.bankAccounts.get"),
        // Names that repeat the path, with a verb of their own or HTTP's.
        Case("POST /chat/completions", id: "createChatCompletion", tag: "Chat", "chat.completions.create"),
        Case("POST /api/v1/statuses/{id}/favourite", id: "postStatusFavourite", tag: "statuses", "statuses.favourite"),
        Case("GET /batches/{batch_id}", id: "retrieveBatch", tag: "Batches", "batches.retrieve"),
        Case("GET /v1/Rooms/{RoomSid}/Participants", id: "ListRoomParticipant", list: true, "rooms.participants.list"),
        Case(
            "POST /fine_tuning/jobs/{id}/cancel", id: "cancelFineTuningJob", tag: "Fine-tuning",
            "fineTuning.jobs.cancel"),
        Case("GET /organization/spend_limit", id: "Getorganizationspendlimit", "organization.getSpendLimit"),
        Case(
            "POST /collections/{id}/items/{itemId}/revoke", id: "postCollectionsByIdItemsByItemIdRevoke",
            "collections.items.revoke"),
        Case("GET /sessions/{sessionId}", id: "get-sessions-sessionId", tag: "Payments", "sessions.get"),
        Case("PUT /limit", id: "setLimit", tag: "points", "points.setLimit"),
        // Names with the tag's words after the verb, or at the end.
        Case("GET /pets", id: "listPets", tag: "pets", list: true, "pets.list"),
        Case("GET /pets/{petId}", id: "showPetById", tag: "pets", "pets.show"),
        Case("GET /pet/findByStatus", id: "findPetsByStatus", tag: "pet", list: true, "pet.findByStatus"),
        Case("POST /audio/speech", id: "createSpeech", tag: "Audio", "audio.createSpeech"),
        Case("POST /messages/batch", id: "batchDeleteMessages", tag: "messages", "messages.batchDelete"),
        Case("POST /organization/invites", id: "inviteUser", tag: "Invites", "invites.inviteUser"),
        Case("GET /teams/{id}/members", id: "MembersController_findAll", tag: "teams", list: true, "teams.findAll"),
        // Parts of a resource, and phrases at the end of a path.
        Case(
            "GET /api/v1/accounts/verify_credentials", id: "getAccountsVerifyCredentials", tag: "accounts",
            "accounts.verifyCredentials"),
        Case("POST /api/v1/accounts/{id}/note", id: "postAccountNote", tag: "accounts", "accounts.createNote"),
        Case("GET /api/v1/timelines/home", id: "getTimelineHome", tag: "timelines", list: true, "timelines.getHome"),
        Case("POST /v1/account/login_links", id: "PostAccountLoginLinks", "account.loginLinks.create"),
        Case("GET /v1/charges/search", list: true, "charges.search"),
        Case("GET /api/v2/search", id: "getSearchV2", tag: "search", "search"),
        Case("POST /authorise", id: "post-authorise", tag: "Payments", "payments.authorise"),
        Case("POST /v1/3d_secure", "threeDSecure.create"),
    ])
    func followsTheRules(_ example: Case) {
        let names = OperationNames([example.operation], known: [:])
        #expect(names.names[example.operation.key] == example.name)
    }

    @Test(
        "The verb of a summary counts if its object is what the path names",
        arguments: [
            ("POST /documents", "Uploads a new document for verification.", "documents.upload"),
            ("PUT /documents/{id}", "Create a document", "documents.create"),
            ("POST /payments/methods", "Get a list of available payment methods", "payments.methods.list"),
            ("POST /gifts/{id}/balance", "Get the balance of a gift card", "gifts.getBalance"),
            ("DELETE /statuses/{id}", "Cancel a status", "statuses.cancel"),
            ("POST /changeStatus", "Changes the status", "changeStatus"),
            // The object is another one, the verb has another meaning, or it says no more than HTTP's.
            ("POST /payments", "Start a transaction", "payments.create"),
            ("POST /webhooks", "Set up a webhook", "webhooks.create"),
            ("GET /requests/merged", "Check if requests have been merged", "requests.getMerged"),
            ("DELETE /webhooks/{id}", "Remove a webhook", "webhooks.delete"),
            ("GET /pins/{id}", "Show a pin", "pins.get"),
        ])
    func summaries(operation: String, summary: String, name: String) {
        var operation = Case(operation, "").operation
        operation.summary = SummaryVerb(summary)
        #expect(OperationNames([operation], known: [:]).names[operation.key] == name)
    }

    @Test("Operations that want one name have the objects of their summaries")
    func collidingSummaries() {
        var first = Case("POST /profiles/{id}", "").operation
        var second = Case("PATCH /profiles/{id}", "").operation
        first.summary = SummaryVerb("Create a rule")
        second.summary = SummaryVerb("Update the description of the profile")
        let names = OperationNames([first, second], known: [:]).names
        #expect(names[first.key] == "profiles.createRule")
        #expect(names[second.key] == "profiles.updateDescription")
    }

    @Test("Operations that would collide by their summaries have HTTP's verbs")
    func equalSummaries() {
        var operations = [Case("PUT /pins/{id}", "").operation, Case("PATCH /pins/{id}", "").operation]
        for index in operations.indices { operations[index].summary = SummaryVerb("Update a pin") }
        operations.ignoreCollidingSummaries()
        let names = OperationNames(operations, known: [:]).names
        #expect(names["put /pins/{id}"] == "pins.replace")
        #expect(names["patch /pins/{id}"] == "pins.update")
    }

    @Test func settlesVersionsByTheLatest() {
        let operations = [
            Case("GET /api/v1/filters", id: "getFilters", tag: "filters", list: true, ""),
            Case("GET /api/v2/filters", id: "getFiltersV2", tag: "filters", list: true, ""),
        ].map(\.operation)
        let names = OperationNames(operations, known: [:]).names
        #expect(names["get /api/v2/filters"] == "filters.list")
        #expect(names["get /api/v1/filters"] == "filters.listV1")
    }

    @Test func tellsOneFromAll() {
        let operations = [
            Case("POST /requests/{id}/accept", ""), Case("POST /requests/accept", ""),
        ].map(\.operation)
        let names = OperationNames(operations, known: [:]).names
        #expect(names["post /requests/accept"] == "requests.accept")
        #expect(names["post /requests/{id}/accept"] == "requests.acceptById")
    }

    @Test func aNewOperationRenamesNoOther() {
        let old = Case("GET /pins/{id}", id: "getPin", tag: "pins", "").operation
        let new = Case("GET /v2/pins/{id}", id: "getPinV2", tag: "pins", "").operation
        let names = OperationNames([new, old], known: ["get /pins/{id}": "pins.get"]).names
        #expect(names["get /pins/{id}"] == "pins.get")
        #expect(names["get /v2/pins/{id}"] == "pins.getV2")
    }

    @Test func namesAreDifferentWhateverTheCase() {
        let operations = (1...50).map { number in
            Case("GET /a\(number)/{id}", id: number.isMultiple(of: 2) ? "getThing" : "GETTHING", tag: "x", "").operation
        }
        let names = OperationNames(operations, known: [:]).names
        #expect(names.count == 50)
        #expect(Set(names.values.map { $0.lowercased() }).count == 50)
    }

    @Test(
        "A name is split into words in lower case, with an acronym as one word",
        arguments: [
            ("getHTTPStatus", ["get", "http", "status"]), ("list-for-user", ["list", "for", "user"]),
            ("listURLs", ["list", "urls"]), ("GetAccountsAccount", ["get", "accounts", "account"]),
            ("oauth2", ["oauth2"]), ("", []), ("*/ \"x\"", ["x"]),
        ])
    func splitsWords(_ name: String, _ words: [String]) { #expect(Words(name).list == words) }

    @Test(
        "A plural has its singular, and other words stay",
        arguments: [
            ("statuses", "status"), ("companies", "company"), ("boxes", "box"), ("people", "person"),
            ("address", "address"),
            ("status", "status"), ("responses", "response"), ("batches", "batch"), ("series", "series"),
        ])
    func findsSingulars(_ plural: String, _ singular: String) { #expect(plural.singular == singular) }
}
