import Foundation
import Heap
import Methodical
import MethodicalLive
import Observation

/// Prints `name value` lines.
///
///     LiveBenchmark write        1,000 live values over 50 requests, each with an observer, and a write
///     LiveBenchmark size         the heap that a live value takes
///     LiveBenchmark subscribe    the heap that 100,000 subscriptions leave
@main @MainActor
struct Benchmark {
    let service = Service()
    let lists: Lists

    init(cache: (any CacheStore)? = MemoryStore()) {
        lists = Lists(transport: service, configuration: .init(cache: cache, limits: [:]))
    }

    static func main() async throws {
        switch CommandLine.arguments.dropFirst().first {
        case "write": try await Benchmark().write()
        case "size": try await Benchmark(cache: nil).size()
        case "subscribe": try await Benchmark().subscribe()
        default: print("usage: LiveBenchmark write|size|subscribe")
        }
    }

    // MARK: Writes

    /// Measures a write from its call to the last observer, who has read the new value.
    func write() async throws {
        let values = (0..<1000).map { lists.get($0 % 50).live() }
        try await write("observation", Observers.tracking(values.map { value in { value.value } }), of: values)
        try await write("states", Observers.loops(values.map(\.states)) { $0.value }, of: values)
        try await plainRequests()
        await plainObjects()
        await plainStreams()
    }

    private func write(_ name: String, _ observers: Observers, of values: [LiveValue<[Int]>]) async throws {
        await observers.all()
        var times: [Double] = []
        var requests: [Int] = []
        for _ in 0..<100 {
            let (start, reads) = (cpu(), service.reads)
            observers.expect(service.writes + 1)
            _ = try await lists.touch().send()
            await observers.all()
            times.append(cpu() - start)
            requests.append(service.reads - reads)
        }
        observers.stop()
        print("\(name)-milliseconds", times.sorted()[times.count / 2] * 1000 / 10)
        print("\(name)-requests", requests.max() ?? 0)
        print("\(name)-stale", values.count { $0.value?.first != service.writes })
    }

    /// Measures the same requests without live values.
    private func plainRequests() async throws {
        var times: [Double] = []
        for _ in 0..<100 {
            let start = cpu()
            for list in 0..<50 { _ = try await lists.get(list).caching(.networkOnly).send() }
            times.append(cpu() - start)
        }
        print("plain-milliseconds", times.sorted()[times.count / 2] * 1000 / 10)
    }

    /// Measures the same observers of 50 objects that do nothing else.
    private func plainObjects() async {
        let objects = (0..<50).map { _ in PlainObject() }
        let observers = Observers.tracking((0..<1000).map { index in { objects[index % 50].value } })
        await observers.all()
        var times: [Double] = []
        for version in 1...100 {
            let start = cpu()
            observers.expect(version)
            for object in objects { object.value = [version, 2, 3, 5, 8, 13, 21, 34, 55, 89] }
            await observers.all()
            times.append(cpu() - start)
        }
        observers.stop()
        print("objects-milliseconds", times.sorted()[times.count / 2] * 1000 / 10)
    }

    /// Measures the same loops over plain streams, for one element in each.
    private func plainStreams() async {
        let streams = (0..<1000).map { _ in AsyncStream.makeStream(of: [Int].self) }
        let observers = Observers.loops(streams.map(\.stream)) { $0 }
        var times: [Double] = []
        for version in 1...100 {
            let start = cpu()
            observers.expect(version)
            for stream in streams { stream.continuation.yield([version, 2, 3, 5, 8, 13, 21, 34, 55, 89]) }
            await observers.all()
            times.append(cpu() - start)
        }
        observers.stop()
        print("streams-milliseconds", times.sorted()[times.count / 2] * 1000 / 10)
    }

    // MARK: Memory

    /// Measures a live value of an equal request, and one of a request of its own, after its response.
    func size() async throws {
        let count = 10_000
        let first = lists.get(-1).live()
        try await first.refresh()
        let before = heap_bytes()
        let equal = (0..<count).map { _ in lists.get(-1).live() }
        for value in equal { _ = value.value }
        print("equal-bytes", (heap_bytes() - before) / UInt(count))
        let middle = heap_bytes()
        let distinct = (0..<count).map { lists.get($0).live() }
        for value in distinct { _ = value.value }
        while distinct.contains(where: { $0.value == nil || $0.isRefreshing }) {
            try await Task.sleep(for: .milliseconds(10))
        }
        print("distinct-bytes", (heap_bytes() - middle) / UInt(count))
        withExtendedLifetime((first, equal, distinct)) {}
    }

    /// Measures the heap after 50,000 subscriptions and after 100,000.
    func subscribe() async throws {
        let keepers = (0..<50).map { lists.get($0).live() }
        for value in keepers { try await value.refresh() }
        var heap: [Int] = []
        for round in 1...100 {
            var values = (0..<1000).map { lists.get($0 % 50).live() }
            for value in values {
                for await state in value.states where state.value != nil { break }
            }
            values = []
            // The ends of the looks are tasks of the main actor.
            try await Task.sleep(for: .milliseconds(1))
            if round.isMultiple(of: 50) {
                try await Task.sleep(for: .milliseconds(500))
                heap.append(Int(heap_bytes()))
            }
        }
        print("growth", Double(heap[1] - heap[0]) / 1024)
        withExtendedLifetime(keepers) {}
    }
}

@Observable @MainActor final class PlainObject {
    var value: [Int]? = [0]
}

/// Returns the CPU time of all threads, in seconds.
func cpu() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
