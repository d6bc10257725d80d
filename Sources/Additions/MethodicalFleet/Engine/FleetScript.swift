/// A script in Lua that the engine runs as one atomic step.
///
/// The scripts use the engine's clock in a script that writes, so they need Redis 5 or later, or Valkey.
public struct FleetScript: Hashable, Sendable {
    /// The name of the script, for engines that implement it in another way.
    public let name: String
    /// The text of the script, for `EVAL` and `EVALSHA`.
    public let source: String

    /// Replaces a value if it is the expected one, for ``FleetEngine/compareAndSet(_:from:to:for:)``.
    ///
    /// The key is the value's. The arguments are two digits (1 if there is an old value, 1 if there is a new one), the
    /// old value, the new value, and its lifetime in milliseconds. The result is 1, or 0 if the value was another.
    public static let compareAndSet = FleetScript(
        name: "compareAndSet",
        source: """
            local value = redis.call('GET', KEYS[1])
            if string.sub(ARGV[1], 1, 1) == '1' then
                if value ~= ARGV[2] then return {0} end
            elseif value then
                return {0}
            end
            if string.sub(ARGV[1], 2, 2) == '1' then
                redis.call('SET', KEYS[1], ARGV[3], 'PX', ARGV[4])
            else
                redis.call('DEL', KEYS[1])
            end
            return {1}
            """)

    /// Reserves places in a schedule by the generic cell rate algorithm (ITU-T I.371), with the engine's clock.
    ///
    /// The key holds the time at which the next request is due if all are spaced evenly. The arguments are the pause
    /// between requests, the time by which requests may be early, the number of places, and the longest delay, in
    /// microseconds. A schedule that is further ahead starts anew, because the engine's clock was set back. The result
    /// is the time until the first place, in microseconds, and negative if the place is in the past. Each other place
    /// follows one pause later.
    public static let reserve = FleetScript(
        name: "reserve",
        source: """
            local time = redis.call('TIME')
            local now = time[1] * 1000000 + time[2]
            local pause, tolerance, longest = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[4])
            local due = tonumber(redis.call('GET', KEYS[1]) or '') or now
            if due < now or due > now + longest then due = now end
            local after = due + pause * tonumber(ARGV[3])
            local life = math.ceil((after - now) / 1000) + 1000
            redis.call('SET', KEYS[1], string.format('%.0f', after), 'PX', string.format('%.0f', life))
            return {math.floor(due - tolerance - now)}
            """)
}
