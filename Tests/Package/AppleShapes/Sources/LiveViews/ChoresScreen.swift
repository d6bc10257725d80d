import Methodical
import MethodicalLive
import SwiftUI

struct ChoresScreen: View {
    let household: Household
    @State private var chores: LivePages<Household.ChorePage>
    @State private var refusal: String?
    @Environment(\.scenePhase) private var scenePhase

    init(_ household: Household) {
        self.household = household
        _chores = State(initialValue: household.chores.list().livePages())
    }

    var body: some View {
        List {
            if let refusal {
                Text(refusal)
            }
            ForEach(chores.value ?? [], id: \.id) { chore in
                Button("\(chore.isDone ? "☑" : "☐") \(chore.title)") {
                    complete(chore)
                }
                .task { await loadMore(after: chore) }
            }
            if chores.isRefreshing {
                ProgressView()
            }
        }
        .refreshable { try? await chores.refresh() }
        .onChange(of: scenePhase) {
            if scenePhase == .active {
                household.becameActive()
            }
        }
    }

    /// Loads the next page when the last row appears.
    private func loadMore(after chore: Household.Chore) async {
        if chore.id == chores.value?.last?.id {
            try? await chores.loadMore()
        }
    }

    /// Shows the chore as done at once. If the server refuses, it is shown as before, with the reason.
    private func complete(_ chore: Household.Chore) {
        let write = household.chores.complete(id: chore.id)
        Task {
            do throws(APIError) {
                try await chores.change({ $0.complete(chore.id) }, by: write)
                refusal = nil
            } catch {
                refusal = error.server?.message ?? error.description
            }
        }
    }
}

extension [Household.Chore] {
    fileprivate mutating func complete(_ id: Int) {
        for index in indices where self[index].id == id {
            self[index].isDone = true
        }
    }
}
