import SwiftUI

@main struct BlogApp: App {
    private let blog = Blog()

    var body: some Scene {
        WindowGroup {
            PostsScreen(blog)
        }
    }
}
