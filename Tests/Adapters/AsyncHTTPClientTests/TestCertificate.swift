#if AsyncHTTPClient || WebSocket
    import NIOSSL

    /// A certificate for `localhost` until 2126, and its key. They exist only for these tests.
    enum TestCertificate {
        /// Returns the configuration of a server with the certificate.
        static func serverConfiguration() throws -> TLSConfiguration {
            let key = try NIOSSLPrivateKey(bytes: Array(keyText.utf8), format: .pem)
            return TLSConfiguration.makeServerConfiguration(
                certificateChain: [.certificate(try certificate())], privateKey: .privateKey(key))
        }

        static func certificate() throws -> NIOSSLCertificate {
            try NIOSSLCertificate(bytes: Array(certificateText.utf8), format: .pem)
        }

        private static let certificateText = """
            -----BEGIN CERTIFICATE-----
            MIIBlTCCATugAwIBAgIUXNxJRI6segQjgXBqMuzCV8iJxvAwCgYIKoZIzj0EAwIw
            FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMzE4Mzc0N1oYDzIxMjYxMDMw
            MTgzNzQ3WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
            PQMBBwNCAAT6sV1OZ9tigbZP1nBbgHRYzBs4fKLaW3WOhcguwh87EaFz+VMM+dtn
            G/Tb7AVmtGkX2Tgavnp56QoEF2s/YR09o2kwZzAdBgNVHQ4EFgQUnIgPP4SVzaIz
            X1zA7Lwfc6jzUUswHwYDVR0jBBgwFoAUnIgPP4SVzaIzX1zA7Lwfc6jzUUswDwYD
            VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
            SAAwRQIhAK2W16XCmShBbF3d2EAmqaVdPdRcPPD/BVtKI+lK1yJOAiBz8/zbDcOW
            KRWYIkZOyOWvKC42TlHoYiTjwEuY5xH3VQ==
            -----END CERTIFICATE-----
            """

        private static let keyText = """
            -----BEGIN PRIVATE KEY-----
            MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgget6oK30fOuW8/pd
            u3WuReVhr19JoW2hS/E9eAbybrKhRANCAAT6sV1OZ9tigbZP1nBbgHRYzBs4fKLa
            W3WOhcguwh87EaFz+VMM+dtnG/Tb7AVmtGkX2Tgavnp56QoEF2s/YR09
            -----END PRIVATE KEY-----
            """
    }
#endif
