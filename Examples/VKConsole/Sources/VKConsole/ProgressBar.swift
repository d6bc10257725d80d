import Foundation

/// A progress bar such as `████████████▌             52%  1,250 of 2,400`.
struct ProgressBar {
    var width = 24

    func line(_ done: Int, of total: Int) -> String {
        let fraction = total > 0 ? min(Double(done) / Double(total), 1) : 1
        let percent = String(Int(fraction * 100))
        return
            "\(bar(fraction)) \(String(repeating: " ", count: 3 - percent.count))\(percent)%  \(done.grouped) of \(total.grouped)"
    }

    /// Returns a bar of `width` characters, in steps of an eighth of a character.
    func bar(_ fraction: Double) -> String {
        let eighths = Int((fraction * Double(width * 8)).rounded())
        let tail = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
        let bar = String(repeating: "█", count: eighths / 8) + tail
        return bar + String(repeating: " ", count: width - bar.count)
    }
}

extension Int {
    /// The number in the form `12,345`, in every locale.
    var grouped: String { formatted(.number.locale(Locale(identifier: "en"))) }
}
