// Written by `methodical check --keep-names`. Commit it; `methodical check --accept` deletes it.

import Methodical
#if canImport(MethodicalTransfers)
    import MethodicalTransfers
#else
    #error("methodical.lock uploads a file: add .product(name: \"MethodicalTransfers\", package: \"methodical\") to this target's dependencies")
#endif

// An unavailable declaration cannot be called: its body only has to compile.

nonisolated extension VanishedBodies.Files {
    @available(*, deprecated, message: "`files.add` is called as `files.upload(_:)` now", renamed: "upload(_:)")
    func add(_ body: MethodicalTransfers.Upload) -> MethodicalTransfers.UploadRequest<Swift.Int> {
        self.upload(body)
    }

    @available(*, unavailable, message: "`files.form` is gone from the API")
    func form(photos: [MethodicalTransfers.Upload]? = nil) -> MethodicalTransfers.UploadRequest<Swift.Int> { while true {} }
}

nonisolated extension VanishedBodies.Tasks {
    @available(*, deprecated, message: "`tasks.replace` is called as `tasks.put(_:id:)` now", renamed: "put(_:id:)")
    func replace(_ body: VanishedBodies.Task, id: Swift.Int) -> Methodical.Request<Swift.Int> {
        self.put(body, id: id)
    }
}
