import EachTransport
import Foundation
import LoopbackServer
import Methodical
import MethodicalTransfers
import MetrikaAPI
import Testing
import VKAPI

/// Tests of the uploads of the bundled APIs, from the call to the last step, against a server in the roles of VK and
/// its upload servers.
@Suite(.eachTransport) struct BundledUploadTests {
    /// The responses of the upload servers by the field for the file, as in VK's documentation.
    private static let said = [
        "file1": #"{"server":1,"photos_list":"[1]","aid":7,"hash":"h"}"#,
        "photo": #"{"server":1,"photo":"[2]","hash":"h"}"#,
        "file": #"{"file":"f"}"#, "video_file": #"{"size":4,"video_id":5}"#,
    ]

    private func vk(_ field: String, _ saved: String, said: String? = nil) throws -> (LoopbackServer, VK) {
        let port = Locked(UInt16(0))
        let server = try LoopbackServer { request in
            let address = "http://127.0.0.1:\(port.withLock { $0 })/upload"
            if request.target == "/upload" {
                guard request.body.contains("name=\"\(field)\"; filename=\"a.jpg\"") else { return .http(400) }
                return .http(200, [], said ?? Self.said[field] ?? "")
            }
            if request.target.hasSuffix("getUploadURL") { return .http(200, [], #"{"response":"\#(address)"}"#) }
            if request.target.contains("Server") || request.target == "/video.save" {
                return .http(
                    200, [], #"{"response":{"upload_url":"\#(address)","video_id":5,"album_id":7,"user_id":1}}"#)
            }
            return .http(200, [], #"{"response":\#(saved)}"#)
        }
        port.withLock { $0 = server.port }
        let account = Account(id: 1, token: Token("secret"))
        return (server, VK(account: account, over: Client.Configuration(baseURL: server.baseURL)))
    }

    private let photo = #"[{"id":3,"owner_id":1,"album_id":7,"date":0,"has_tags":false}]"#
    private let file = Upload.data(Data("JPEG".utf8), name: "a.jpg")

    private func body(_ server: LoopbackServer, _ steps: [String]) -> String {
        #expect(server.received.map { String($0.target.dropFirst()) } == steps)
        let body = server.received.last?.body.replacingOccurrences(of: "&v=5.199&access_token=secret", with: "") ?? ""
        return body.removingPercentEncoding ?? body
    }

    @Test("A photo is uploaded to an album and saved with the album and the caption")
    func albums() async throws {
        let (server, vk) = try vk("file1", photo)
        let photos = try await vk.photos.upload(file, albumID: 7, caption: "nice").send()
        #expect(photos.map(\.id) == [3])
        #expect(
            body(server, ["photos.getUploadServer", "upload", "photos.save"])
                == "album_id=7&caption=nice&server=1&photos_list=[1]&hash=h")
    }

    @Test("A photo is uploaded for the wall of a group and saved with the group")
    func walls() async throws {
        let (server, vk) = try vk("photo", photo)
        _ = try await vk.photos.uploadForWall(file, groupID: 2).send()
        #expect(
            body(server, ["photos.getWallUploadServer", "upload", "photos.saveWallPhoto"])
                == "group_id=2&photo=[2]&server=1&hash=h")
    }

    @Test("A photo is uploaded for a message and saved without the peer")
    func messages() async throws {
        let (server, vk) = try vk("photo", photo)
        _ = try await vk.photos.uploadForMessage(file, peerID: 2).send()
        #expect(
            body(server, ["photos.getMessagesUploadServer", "upload", "photos.saveMessagesPhoto"])
                == "photo=[2]&server=1&hash=h")
    }

    @Test func mainPhotosAndCovers() async throws {
        let (server, vk) = try vk("photo", #"{"photo_hash":"h","photo_src":"https://vk.com/a.jpg"}"#)
        _ = try await vk.photos.uploadOwnerPhoto(file).send()
        #expect(
            body(server, ["photos.getOwnerPhotoUploadServer", "upload", "photos.saveOwnerPhoto"])
                == "server=1&hash=h&photo=[2]")
        let (other, cover) = try self.vk("photo", #"{"images":[]}"#)
        _ = try await cover.photos.uploadOwnerCoverPhoto(file, groupID: 2).send()
        #expect(
            body(other, ["photos.getOwnerCoverPhotoUploadServer", "upload", "photos.saveOwnerCoverPhoto"])
                == "hash=h&photo=[2]")
    }

    @Test("A photo of a chat is uploaded and set with the response of the upload server")
    func chats() async throws {
        let (server, vk) = try vk("file", #"{"message_id":1}"#, said: #"{"response":"f"}"#)
        _ = try await vk.messages.uploadChatPhoto(file, chatID: 2).send()
        #expect(body(server, ["photos.getChatUploadServer", "upload", "messages.setChatPhoto"]) == "file=f")
    }

    @Test(
        "A document for the user, the wall, or a message is uploaded and saved with its title",
        arguments: ["docs.getUploadServer", "docs.getWallUploadServer", "docs.getMessagesUploadServer"])
    func documents(step: String) async throws {
        let (server, vk) = try vk("file", #"{"type":"doc"}"#)
        switch step {
        case "docs.getUploadServer": _ = try await vk.docs.upload(file, title: "t").send()
        case "docs.getWallUploadServer": _ = try await vk.docs.uploadForWall(file, title: "t").send()
        default: _ = try await vk.docs.uploadForMessage(file, type: .audioMessage, peerID: 2, title: "t").send()
        }
        #expect(body(server, [step, "upload", "docs.save"]) == "title=t&file=f")
    }

    @Test("A video is uploaded in a form to the address from `video.save`, and its id is returned")
    func videos() async throws {
        let (server, vk) = try vk("video_file", "{}")
        let running = vk.video.upload(file, name: "film").start()
        #expect(try await running.value.videoID == 5)
        #expect(body(server, ["video.save", "upload"]).contains("name=\"video_file\""))
    }

    @Test("A product's photo is saved with the whole response of the upload server")
    func products() async throws {
        let (server, vk) = try vk("file", #"{"photo_id":3}"#)
        #expect(try await vk.market.uploadProductPhoto(file, groupID: 2).send().photoID == 3)
        #expect(
            body(server, ["market.getProductPhotoUploadServer", "upload", "market.saveProductPhoto"])
                == #"upload_response={"file":"f"}"#)
    }

    @Test func collectionsOfProducts() async throws {
        let (server, vk) = try vk("file", photo, said: Self.said["photo"])
        #expect(try await vk.photos.uploadMarketAlbumPhoto(file, groupID: 2).send().map(\.id) == [3])
        #expect(
            body(server, ["photos.getMarketAlbumUploadServer", "upload", "photos.saveMarketAlbumPhoto"])
                == "group_id=2&photo=[2]&server=1&hash=h")
    }

    @Test("A story, a photo or a video, is saved with the result of the upload server", arguments: ["Photo", "Video"])
    func stories(kind: String) async throws {
        let saved = #"{"count":1,"items":[{"id":3,"owner_id":1}]}"#
        let said = #"{"response":{"upload_result":"r"},"_sig":"s"}"#
        let (server, vk) = try vk(kind == "Photo" ? "file" : "video_file", saved, said: said)
        let upload =
            kind == "Photo" ? vk.stories.uploadPhoto(file, groupID: 2) : vk.stories.uploadVideo(file, groupID: 2)
        #expect(try await upload.send().items.map(\.id) == [3])
        #expect(server.received.first?.body.hasPrefix("group_id=2&") == true)
        #expect(body(server, ["stories.get\(kind)UploadServer", "upload", "stories.save"]) == "upload_results=r")
    }

    @Test("A card is created with the photo that was uploaded before")
    func cards() async throws {
        let (server, vk) = try vk("file", #"{"owner_id":-2,"card_id":"3"}"#, said: #"{"photo":"p"}"#)
        let card = try await vk.prettyCards.createWithPhoto(file, ownerID: -2, title: "t", link: "l").send()
        #expect(card.cardID == "3")
        #expect(
            body(server, ["prettyCards.getUploadURL", "upload", "prettyCards.create"])
                == "owner_id=-2&title=t&link=l&photo=p")
    }

    /// An upload in one step: the file is sent to the method itself, and the parameters are in the address.
    @Test("A table for Metrika is sent to the method itself, with its parameters in the address")
    func tables() async throws {
        let server = try LoopbackServer(#"{"uploading":{"id":4}}"#)
        let account = Account(id: 1, token: Token("secret"))
        let metrika = Metrika(account: account, over: Client.Configuration(baseURL: server.baseURL))
        let table = Upload.data(Data("Date,UTMSource,Expenses\n".utf8), name: "expenses.csv")
        #expect(try await metrika.expenses.upload(table, counterID: 7, comment: "May").send().id == 4)
        let received = try #require(server.received.first)
        #expect(received.line == "POST /management/v1/counter/7/expense/upload?comment=May HTTP/1.1")
        #expect(received["Content-Type"]?.hasPrefix("multipart/form-data; boundary=") == true)
        #expect(received["Authorization"] == "OAuth secret")
        #expect(
            received.body.contains("name=\"file\"; filename=\"expenses.csv\"\r\nContent-Type: text/csv\r\n\r\nDate,"))
    }
}
