/// The verbs by which the names of operations and the last segments of paths are recognised.
enum Verbs {
    /// Indicates whether a word is a verb with which the name of a function can begin.
    static func contains(_ word: String) -> Bool {
        all.contains(word) || firm.contains(word)
    }

    /// Indicates whether the words of a path's segment say what a call does, as in `verify_credentials`.
    ///
    /// - Parameter reads: Indicates whether the call is a `GET`, whose last segment is a noun in most paths.
    static func name(_ segment: Words, reads: Bool) -> Bool {
        guard let first = segment.list.first else { return false }
        if reads {
            let isVerb = segment.list.count == 1 || firm.contains(first)
            return isVerb && reading.contains(first)
        }
        if segment.list.count > 1 {
            return firm.contains(first)
        }
        if first.isPlural {
            return false
        }
        let isReversal =
            first.hasPrefix("un")
            && contains(String(first.dropFirst(2)))
        return isReversal || contains(first)
    }

    /// The verbs of HTTP, which say nothing about the operation's meaning.
    static let http: Set<String> = ["get", "post", "put", "patch", "delete"]

    /// The words that announce a function's object and can be left out before another verb: `postFollow`.
    static let weak: Set<String> = ["get", "post", "put", "create", "do", "perform", "execute"]

    /// The verbs that the last segment of a `GET` can be.
    private static let reading: Set<String> = words(
        """
        authorize check compare count download estimate export find fetch generate get lookup poll preview query read \
        resolve retrieve search validate verify
        """)

    /// The verbs that are hardly nouns, so that a segment that begins with one is a phrase: `update_credentials`.
    private static let firm: Set<String> = words(
        """
        accept activate add adjust advance allow apply approve archive assign attach authorise authorize ban calculate \
        cancel check clear clone complete compute confirm convert create deactivate decline delete detach disable \
        disconnect dismiss do donate edit enable estimate evaluate execute export extend fetch find finalize follow \
        generate get hide import increment initiate install invite merge modify mark move mute notify perform prepare \
        present process provision publish read reassign rebuild recalculate redact redeem refresh regenerate register \
        reject remove rename reopen replace reprocess resend reset resolve restore resume retrieve retry revoke save \
        schedule search select send set start stop submit subscribe suspend sync terminate transfer trigger unassign \
        unban unblock undo unfollow uninstall unlink unlock unmute unpin unsubscribe update upgrade upload upsert \
        validate verify void
        """)

    /// The verbs that are also nouns or stand alone only.
    private static let all: Set<String> = words(
        """
        abort accept acknowledge activate add adjust advance allow analyze anonymize append apply approve archive \
        assign associate attach authenticate authorise authorize autocomplete ban batch begin block bookmark boost \
        build bulk calculate call cancel capture change charge check claim classify clean clear clone close collect \
        commit compact compare complete compute confirm connect convert copy count create deactivate decline decode \
        decrypt delete demote deny deploy detach detect diff disable disassociate disconnect dismiss dispatch \
        dissociate donate download drain duplicate edit eject embed enable encode encrypt end endorse enqueue estimate \
        evaluate exchange execute expire explain export extend extract fail favourite feature favorite fetch file \
        filter finalize find finish flag flush follow forget fork forward freeze fund generate get grant hangup hide \
        identify import increment index ingest initiate insert install invite invoke issue join kick kill label launch \
        leave like link list load lock login logout lookup mark match merge migrate modify moderate monitor move mute \
        notify open order pair parse pause patch pay perform pin ping place play post predict present preview process \
        promote provision publish pull purge push put query quote read reactivate reauthorize reblog rebuild \
        recalculate receive reconnect record recover redeem refer refine refresh refund regenerate register reindex \
        reject release reload remix remove rename render renew reopen reorder repeat replace reply report request \
        rerun resend reset resolve respond restart restore resume retrieve retry return revert reverse review revoke \
        rollback rotate run sample save scan schedule search select send set settle share show shuffle sign simulate \
        skip snooze solve sort split star start stop stream submit subscribe suggest suspend swap switch sync \
        synchronize tag terminate test toggle track train transcribe transfer transform translate trigger unarchive \
        unassign unban unblock unbookmark undelete undo unendorse unfavourite unfavorite unfollow unfreeze unhide \
        uninstall unlink unlock unmark unmute unpin unpublish unreblog unregister unstar unsubscribe update upgrade \
        upload upsert validate verify view void vote wait watch whitelist whoami withdraw write
        """)

    private static func words(_ text: String) -> Set<String> {
        Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
    }
}
