import Methodical
import VKAPI

/// Statistics about the members of a community.
struct Census: Equatable {
    var community = ""
    var members = 0
    /// The number of members whose page is deleted or banned.
    var deactivated = 0
    var cities: [String: Int] = [:]

    /// Counts page by page, while the next page is being loaded.
    ///
    /// - Parameter progress: A closure that receives the counted and the total number of members after each page.
    init(of community: String, in vk: VK, pageSize: Int = 1000, progress: (_ done: Int, _ total: Int) -> Void)
        async throws
    {
        let found = try await vk.groups.getByID(groupID: community).send()
        self.community = found.groups?.first?.name ?? community

        let members = vk.groups.getMembers(groupID: community, count: pageSize, fields: [.city])
        for try await page in members.pages(prefetching: 1) {
            for member in page.items { count(member) }
            progress(self.members, page.count ?? 0)
        }
    }

    private mutating func count(_ member: VK.User) {
        members += 1
        if member.isDeactivated {
            deactivated += 1
        } else {
            cities[member.city?.title ?? "not said", default: 0] += 1
        }
    }
}

extension Census {
    /// Returns a line for each of the largest cities, and one for all others.
    func lines(cities limit: Int = 6) -> [String] {
        let sorted = cities.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        var rows = sorted.prefix(limit).map { (city: $0.key, members: $0.value) }
        let others = sorted.dropFirst(limit).reduce(0) { $0 + $1.value }
        if others > 0 { rows.append(("elsewhere", others)) }

        let most = rows.map(\.members).max() ?? 0
        let width = rows.map(\.city.count).max() ?? 0
        let bars = ProgressBar(width: 20)
        return ["\(community): \(members.grouped) members"]
            + rows.map { row in
                let city = row.city + String(repeating: " ", count: width - row.city.count)
                return "  \(city)  \(bars.bar(Double(row.members) / Double(most))) \(row.members.grouped)"
            }
            + (deactivated > 0 ? ["\(deactivated.grouped) deleted or banned"] : [])
    }
}

/// Counts a community's members and shows a progress bar.
func show(_ community: String, of vk: VK, pageSize: Int = 1000, at terminal: Terminal) async throws {
    let bar = ProgressBar()
    defer { terminal.clearLine() }
    let census = try await Census(of: community, in: vk, pageSize: pageSize) { done, total in
        terminal.redraw(bar.line(done, of: total))
    }
    terminal.clearLine()
    for line in census.lines() { terminal.write(line) }
}
