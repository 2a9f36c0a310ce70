#!lua name=auction_tiers_report_v1

-- The live report: the counts of processes, added exactly once, and shortened without losing any.

-- A process is remembered for as long as counts of hours are kept.
local remembered_ms = 35 * 24 * 60 * 60 * 1000
-- What was counted in each second is kept for this long, for processes that follow it.
local followed_ms = 60 * 1000

-- Removes what is remembered of processes that have long ended.
local function forget(processes, now_ms)
  local entries = redis.call('HGETALL', processes)
  for place = 1, #entries, 2 do
    local counted_to_ms = tonumber(string.match(entries[place + 1], '^%d+ (%d+)'))
    if not counted_to_ms or counted_to_ms < now_ms - remembered_ms then
      redis.call('HDEL', processes, entries[place])
    end
  end
end

-- Adds what a process has counted. A call that is repeated adds nothing: its number is stored with the counts.
-- keys: the processes, the epoch of the partition; then of each ym-profile the counts of the hour, those of the day, the
--   stream of seconds, and the revision of its partition.
-- args: the process, the number of this call, the moment up to which everything counted is stored with it, 'open' or
--   'ended', the epoch that the process knows; then of each ym-profile the record, its totals as text ('': they are not of
--   this second), the moments at which hour and day expire, and the revision that the process knows. Moments in ms.
-- Replies 'ok' and the bytes of each hour and day, -1 for a key that does not hold counts; or 'repeated'; or
--   'other_history' where the server holds another database, or an older copy of this one.
local function add(keys, args)
  if redis.call('GET', keys[2]) ~= args[5] then return { 'other_history' } end
  for part = 1, (#keys - 2) / 4 do
    local revision = tonumber(redis.call('GET', keys[2 + 4 * part]) or '0')
    if revision < tonumber(args[5 + 5 * part]) then return { 'other_history' } end
  end
  local known = redis.call('HGET', keys[1], args[1])
  if known and tonumber(string.match(known, '^%d+')) >= tonumber(args[2]) then return { 'repeated' } end
  if not known then forget(keys[1], tonumber(args[3])) end
  redis.call('HSET', keys[1], args[1], args[2] .. ' ' .. args[3] .. ' ' .. args[4])
  local now = redis.call('TIME')
  local oldest = string.format('%.0f', tonumber(now[1]) * 1000 - followed_ms)
  local reply, arg = { 'ok' }, 6
  for key = 3, #keys, 4 do
    for place = 0, 1 do
      -- A key of another type must not keep the counts of the others out.
      local length = redis.pcall('APPEND', keys[key + place], args[arg])
      if type(length) == 'number' then redis.call('PEXPIREAT', keys[key + place], args[arg + 2 + place]) end
      table.insert(reply, type(length) == 'number' and length or -1)
    end
    if args[arg + 1] ~= '' then
      redis.pcall('XADD', keys[key + 2], 'MINID', '=', oldest, '*', 'totals', args[arg + 1])
      redis.pcall('PEXPIRE', keys[key + 2], followed_ms)
    end
    arg = arg + 5
  end
  return reply
end

-- Puts one record in the place of the records at the beginning of a key. Replies 1; or 0 where they are no longer there.
-- keys: the counts; args: the mark of its first record, the bytes of the records that are replaced, the record.
local function compact(keys, args)
  local length = tonumber(args[2])
  if redis.call('STRLEN', keys[1]) < length or redis.call('GETRANGE', keys[1], 1, 8) ~= args[1] then return 0 end
  local rest = redis.call('GETRANGE', keys[1], length, -1)
  redis.call('SET', keys[1], args[3] .. rest, 'KEEPTTL')
  return 1
end

redis.register_function('auction_tiers_report_v1_add', add)
redis.register_function('auction_tiers_report_v1_compact', compact)
