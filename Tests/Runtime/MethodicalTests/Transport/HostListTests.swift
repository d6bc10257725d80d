import Testing

import struct Foundation.URL

@testable import Methodical

/// Tests of the names of servers that an app lists.
@Suite struct HostListTests {
    @Test(
        "A listed host or wildcard matches in every spelling and is permitted without TLS",
        arguments: [
            (["example.com"], "example.com"), (["example.com"], "EXAMPLE.com"), (["EXAMPLE.COM"], "example.com"),
            (["example.com"], "example.com."), (["example.com."], "example.com"), (["10.0.0.1"], "10.0.0.1"),
            (["*.example.com"], "api.example.com"), (["*.example.com"], "a.b.Example.com."),
            (["*.Example.com."], "api.example.com"), (["*.api.example.com", "example.com"], "example.com"),
            (["::2"], "[::2]"), (["[::2]"], "[::2]"), (["*.localhost"], "a.localhost"),
            (["münchen.example"], "xn--mnchen-3ya.example"), (["*.München.example"], "a.xn--mnchen-3ya.example"),
        ] as [(Set<String>, String)])
    func names(list: Set<String>, host: String) throws {
        #expect(HostList.names(in: list, host: host))
        try SessionOptions { $0.insecureHosts = list }.permit(#require(URL(string: "http://\(host):8080/a")))
    }

    @Test(
        arguments: [
            ([], "example.com"), (["example.com"], "api.example.com"), (["*.example.com"], "example.com"),
            (["*.example.com"], "badexample.com"), (["*.example.com"], "example.com.evil.example"),
            (["*.example.com"], ".example.com"), (["*.example.com"], "apiexample.com"),
            (["example.com"], "badexample.com"),
            (["*example.com"], "badexample.com"), (["*"], "example.com"), (["*."], "example.com"),
            ([""], "example.com"),
            // Addresses have no subdomains, however they are spelled.
            (["*.0.0.1"], "10.0.0.1"), (["*.1"], "10.1"), (["*.1"], "0xa.1"), (["10.0.0.1"], "10.0.0.10"),
            (["*.2"], "[::ffff:10.0.0.2]"), (["::2"], "[::22]"),
        ] as [(Set<String>, String)])
    func doesNotName(list: Set<String>, host: String) throws {
        #expect(!HostList.names(in: list, host: host))
        guard let url = URL(string: "http://\(host)/") else { return }
        let options = SessionOptions { $0.insecureHosts = list }
        #expect(throws: APIError.self) { try options.permit(url) }
        #expect(!options.permits(url, from: URL(string: "https://api.example/")))
    }

    /// A redirect to this machine follows the same list.
    @Test func redirectsToThisMachine() throws {
        let (here, elsewhere) = (try #require(URL(string: "http://a.localhost./")), URL(string: "https://api.example/"))
        #expect(SessionOptions { $0.insecureHosts = ["*.localhost"] }.permits(here, from: elsewhere))
        #expect(!SessionOptions { $0.httpsOnly = false }.permits(here, from: elsewhere))
    }

    /// Transports decode a name before they resolve it.
    @Test(
        "Redirects do not reach this machine by encoded names, but do reach other encoded names",
        arguments: [
            "local%68ost", "127%2e0.0.1", "%31%32%37.0.0.1", "localhost%2e", "%EF%BD%8Cocalhost", "[::1%251]",
            "[::1%25eth0]",
            "localhost%00.example", "localhost%2F.example", "localhost%23.example", "a%40localhost",
            "localhost%5C.example",
            "127.0.0.1%25.example",
        ])
    func encodedNames(host: String) throws {
        let elsewhere = URL(string: "https://api.example/")
        // Foundation refuses some of them itself.
        if let url = URL(string: "https://\(host)/") { #expect(!SessionOptions().permits(url, from: elsewhere)) }
        #expect(SessionOptions().permits(try #require(URL(string: "https://ap%69.example/")), from: elsewhere))
    }
}
