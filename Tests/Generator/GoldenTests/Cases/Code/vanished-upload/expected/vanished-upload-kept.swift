// Written by `methodical check --keep-names`. Commit it; `methodical check --accept` deletes it.

import Methodical
#if canImport(MethodicalTransfers)
    import MethodicalTransfers
#else
    #error("methodical.lock uploads a file: add .product(name: \"MethodicalTransfers\", package: \"methodical\") to this target's dependencies")
#endif

// An unavailable declaration cannot be called: its body only has to compile.

nonisolated extension VanishedUpload.Tables {
    @available(*, unavailable, message: "`tables.upload` is gone from the API")
    func upload(_ file: Upload, tableID: Swift.Int) -> MethodicalTransfers.UploadRequest<Swift.Int> { while true {} }
}
