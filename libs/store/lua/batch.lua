-- The part of the source after function.lua: batch writes, and the holds that they need.

-- The texts that a batch write comes with: what its caller has put under a key before, and no longer needs, or arguments.
-- Nil where some of the texts under the key are gone.
local function take_texts(staged, args)
  if not staged then return { unpack(args, 7) } end
  local texts = redis.call('LRANGE', staged.key, 0, -1)
  redis.call('UNLINK', staged.key)
  if #texts == staged.count then return texts end
end

-- A batch write of one member. keys: any of the partition.
-- args: prefix of the partition, its number, member id, user, request id, request, then texts, unless they are staged.
-- texts: the writes, in lists as JSON, each write [operation, service, id, fields]: as separate arguments they would be too
--   many for clients; then the answer of the record, in pieces.
-- request: {history: [epoch, revision, mark], known, schemas: {service: write schema}, limits: {service: most}, step,
--   lists, record: {key, fingerprint, service} or none, is_trial, hold, staged: {key, count} or none}. history: see
--   `strangeness`; known: the revision that the caller has read; step: as of `write_one`; lists: how many texts are lists of
--   writes; is_trial: check only; time_ms: see `time_of`, or none; hold: the caller's hold or none, which ends when the
--   writes are done; staged: where the texts are.
local function write_batch(keys, args)
  local request = cjson.decode(args[6])
  local texts = take_texts(request.staged, args)
  if not texts then return { 'unstaged' } end
  local batch = {
    prefix = args[1], partition = args[2], owner = owner_name(args[1], args[3]), member_id = args[3], user = args[4],
    request_id = args[5], step = request.step, limits = request.limits, writes = {}, place = place_of(args[1]),
    now = time_of(args[1], request.time_ms),
  }
  local record = request.record
  if record then
    local found = recall(record.key)
    if #found > 0 then return { 'recalled', unpack(found) } end
  end
  local strange = strangeness(batch.place, unpack(request.history))
  if strange then return strange end
  local wait_ms = not request.is_trial and held_ms(batch.owner, request.hold or '')
  if wait_ms then return { 'refused', '', 'held', wait_ms } end
  local newest = redis.call('ZRANGE', batch.owner .. ':changes', 0, 0, 'REV')[1] or '0'
  if tonumber(newest) > tonumber(request.known) then return { 'refused', '', 'changed' } end
  for place = 1, request.lists do
    for _, write in ipairs(cjson.decode(texts[place])) do
      table.insert(batch.writes, {
        operation = write[1], schema = request.schemas[write[2]], id = write[3], guard = '', fields = write[4],
      })
    end
  end
  local refusal, place = judge(batch)
  if refusal then return { 'refused', whole(place - 1), unpack(refusal) } end
  local revision, mark = batch.place.revision, batch.place.mark
  if request.is_trial then return { 'ok', revision, mark } end
  if #batch.writes > 0 then revision, mark = apply(batch), batch.mark end
  if record then
    remember(
      record.key, 'fingerprint', record.fingerprint, 'service', record.service, 'revision', revision,
      'mark', mark, 'answer', table.concat(texts, '', request.lists + 1)
    )
  end
  if request.hold then end_hold(batch.owner, request.hold) end
  return { 'ok', revision, mark }
end

-- Keeps other writes to a member's objects waiting. Replies 0, or for how many milliseconds another hold goes on at most.
-- keys: any of the partition; args: prefix of the partition, member id, a name for the hold, its longest time in milliseconds.
local function hold(keys, args)
  local owner = owner_name(args[1], args[2])
  local wait_ms = held_ms(owner, args[3])
  if wait_ms then return wait_ms end
  redis.call('SET', hold_key(owner), args[3], 'PX', args[4])
  return '0'
end

-- Ends a hold before its time. keys and args as of hold.
local function release(keys, args)
  end_hold(owner_name(args[1], args[2]), args[3])
  return 'OK'
end

redis.register_function('auction_tiers_v1_write_batch', write_batch)
redis.register_function('auction_tiers_v1_hold', hold)
redis.register_function('auction_tiers_v1_release', release)
