import Testing

@testable import APIImport

@Suite struct APINameTests {
    @Test(arguments: [
        ("GitHub v3 REST API", "GitHub"), ("Stripe API", "Stripe"), ("The Shop API v2.1", "Shop"),
        ("Swagger Petstore - OpenAPI 3.0", "Petstore"), ("Twilio - Accounts", "TwilioAccounts"), ("API", "API"),
        ("3D models", "API3DModels"), ("REST API", "RESTAPI"), ("balance-control service", "BalanceControlService"),
        ("Discord's HTTP API (Preview)", "DiscordPreview"),
    ])
    func titles(_ title: String, _ name: String) { #expect(APIName.name(ofTitle: title) == name) }

    @Test(arguments: ["", "天気", "---"]) func noName(_ title: String) { #expect(APIName.name(ofTitle: title) == nil) }
}
