import Methodical
import MethodicalLive
import SwiftUI

struct PostsScreen: View {
    let blog: Blog
    @State private var posts: LiveValue<[Blog.Post]>
    @State private var refusal: String?

    init(_ blog: Blog) {
        self.blog = blog
        _posts = State(initialValue: blog.posts.list(userID: 1).live())
    }

    var body: some View {
        List {
            if let error = posts.error {
                Text(error.description)
            }
            if let refusal {
                Text(refusal)
            }
            Button("Add a post") {
                addPost()
            }
            ForEach(posts.value ?? [], id: \.id) { post in
                Text(post.title)
            }
            if posts.isRefreshing {
                ProgressView()
            }
        }
        .refreshable { _ = try? await posts.refresh() }
    }

    /// Shows the post at once. If the server refuses it, it disappears, and the reason is shown.
    private func addPost() {
        let post = Blog.Post(id: 0, title: "Hello")
        let write = blog.posts.add(userID: 1, title: post.title)
        Task {
            do throws(APIError) {
                try await posts.change({ $0.insert(post, at: 0) }, by: write)
                refusal = nil
            } catch {
                refusal = error.server?.message ?? error.description
            }
        }
    }
}
