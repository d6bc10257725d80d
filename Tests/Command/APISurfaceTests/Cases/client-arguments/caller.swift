func clientArguments(_ api: ClientArguments) async throws {
    _ = ClientArguments(clientID: "1").users.get()
}
