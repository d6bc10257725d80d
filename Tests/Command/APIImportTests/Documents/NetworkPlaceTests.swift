import Testing

@testable import APIImport
@testable import Methodical

/// Tests of hosts that documents lead to.
@Suite struct NetworkPlaceTests {
    @Test(
        "This computer is known in every spelling",
        arguments: [
            "localhost", "LOCALHOST", "localhost.", "localhost..", "a.localhost", "a.b.localhost.", "%6cocalhost",
            "127.0.0.1", "127.0.0.1.", "127.1", "127.255.255.254", "2130706433", "0x7f000001", "0x7F.1", "0177.0.0.1",
            "017700000001", "0", "0.0.0.0", "0x0", "00", "127.0.1", "127.0x0.00.1", "１２７.0.0.1", "127。0。0。1",
            "ⓛocalhost", "::1", "[::1]", "[0:0:0:0:0:0:0:1]", "[0000::0001]", "::", "[::]", "[::ffff:127.0.0.1]",
            "[::FFFF:7f00:1]", "[::ffff:0:0]", "[::ffff:0.0.0.0]", "[::127.0.0.1]", "[::1%lo]", "[::1%25lo]",
        ])
    func thisComputer(host: String) {
        #expect(NetworkPlace(spelling: host) == .thisComputer)
        #expect(NetworkPlace(resolving: host) == .thisComputer)
    }

    @Test(
        "Private and link-local networks are known",
        arguments: [
            "10.0.0.1", "10.255.255.255", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254",
            "0x0a000001",
            "167772161", "0xC0A80101", "[fc00::1]", "[fd12:3456::1]", "[fe80::1]", "[fe80::1%eth0]", "[febf::1]",
            "[::ffff:10.0.0.1]", "[::ffff:a9fe:a9fe]",
        ])
    func privateNetwork(host: String) {
        #expect(NetworkPlace(spelling: host) == .privateNetwork)
    }

    @Test(
        "Other hosts are elsewhere, even if they look similar",
        arguments: [
            "example.com", "localhost.example.com", "notlocalhost", "127.0.0.1.example.com", "8.8.8.8", "172.15.0.1",
            "172.32.0.1", "192.169.0.1", "169.253.0.1", "11.0.0.1", "126.255.255.255", "128.0.0.1", "[2001:db8::1]",
            "[fec0::1]", "[::ffff:8.8.8.8]", "[ff02::1]", "", ".", "[]", "1.2.3.4.5", "0x7g",
        ])
    func elsewhere(host: String) {
        #expect(NetworkPlace(spelling: host) == .elsewhere)
    }

    @Test("A name that the resolver knows for this computer is this computer")
    func resolvedName() {
        // Each system has at least this entry in its table of hosts, and it is judged here only by its address.
        #expect(NetworkPlace(spelling: "localhost.localdomain.invalid") == .elsewhere)
        #expect(NetworkPlace(resolving: "no-such-host.invalid") == .elsewhere)
    }

    @Test("The command refuses every host that the runtime refuses")
    func agreesWithTheRuntime() {
        var count = 0
        for first in ["127", "0x7f", "0177", "0x0000007f", "0", "10", "::ffff:127", "126"] {
            for middle in ["", ".0", ".0x0.0", ".00.0", ".255", ".1.2"] {
                for last in ["", ".1", ".0x1", ".01", ".", ".1."] {
                    let host = first + middle + last
                    guard LocalHost.leadsHere(host) else { continue }
                    count += 1
                    #expect(NetworkPlace(spelling: host) == .thisComputer, "\(host)")
                }
            }
        }
        for host in ["localhost", "::1", "[::1]", "[::]", "a.localhost", "2130706433", "localhost.", "0:0::1"] {
            #expect(LocalHost.leadsHere(host))
            #expect(NetworkPlace(spelling: host) == .thisComputer, "\(host)")
        }
        #expect(count > 50)
    }
}
