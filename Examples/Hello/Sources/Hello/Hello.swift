import Methodical
import MethodicalLive

/// Reads, watches and writes notes through a generated API.
@main
enum Hello {
    @MainActor static func main() async throws {
        let server = try NotebookServer()
        let screen = Screen()
        screen.show("A client generated from Sources/Hello/Schema calls a server in this program.")

        // MethodicalPlugin has generated `Notebook` and `Note` in this build.
        let notebook = Notebook(baseURL: server.baseURL)

        screen.showCode("notebook.notes.list()")
        for note in try await notebook.notes.list().send() {
            screen.show("  \(note.id)  \(note.text)")
        }

        screen.showCode("notebook.notes.list().live()")
        let notes = notebook.notes.list().live()
        for await state in notes.states {
            guard let value = state.value else { continue }
            screen.show("  \(value.count) notes")
            break
        }

        screen.showCode(#"notebook.notes.add(text: "Write a note")"#)
        let added = try await notebook.notes.add(text: "Write a note").send()
        screen.show("  stored as note \(added.id)")

        // The write has made the list stale, so the live value asks for it again. Nobody has told it to.
        for await state in notes.states {
            guard let value = state.value, value.contains(where: { $0.id == added.id }) else { continue }
            screen.showNews("  the live value has \(value.count) notes now")
            break
        }

        screen.show("\nThe server has received \(server.requests.joined(separator: ", ")).")
    }
}
