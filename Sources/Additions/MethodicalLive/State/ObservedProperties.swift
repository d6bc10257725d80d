#if canImport(Observation)
    import Observation
#endif

/// The properties of a live value, as `Observation` tracks them. Without `Observation`, nothing is tracked.
///
/// The values themselves are in `SharedValue`. This class is not generic, because Swift makes a key path into a generic
/// type anew each time, which cost more than the rest of a read.
@MainActor final class ObservedProperties {
    enum Property {
        case value, error, isRefreshing, dates
    }

    #if canImport(Observation)
        private let registrar: (any Sendable)?
        private var value: Void { () }
        private var error: Void { () }
        private var isRefreshing: Void { () }
        private var dates: Void { () }

        init() {
            if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *) {
                registrar = ObservationRegistrar()
            } else {
                registrar = nil
            }
        }

        private static func path(of property: Property) -> KeyPath<ObservedProperties, Void> {
            switch property {
            case .value: \.value
            case .error: \.error
            case .isRefreshing: \.isRefreshing
            case .dates: \.dates
            }
        }

        /// Notes that an observer has read a property.
        func access(_ property: Property) {
            if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *) {
                (registrar as? ObservationRegistrar)?.access(self, keyPath: Self.path(of: property))
            }
        }

        /// Changes a property, and tells its observers.
        func change(_ property: Property, _ body: () -> Void) {
            if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *),
                let registrar = registrar as? ObservationRegistrar
            {
                registrar.withMutation(of: self, keyPath: Self.path(of: property), body)
            } else {
                body()
            }
        }
    #else
        func access(_ property: Property) {}

        func change(_ property: Property, _ body: () -> Void) {
            body()
        }
    #endif
}

#if canImport(Observation)
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    extension ObservedProperties: Observable {}
#endif
