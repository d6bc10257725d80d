import Methodical
import MethodicalLive
import SwiftUI

struct PostsScreen: View {
    @State private var posts: LiveValue<[Blog.Post]>

    init(_ blog: Blog) {
        _posts = State(initialValue: blog.posts.list(userID: 1).live())
    }

    var body: some View {
        List {
            ForEach(posts.value ?? [], id: \.id) { post in
                Text(post.title)
            }
        }
    }
}
