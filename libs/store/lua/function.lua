-- The part of the source that begins with check.lua: carries out a batch that was checked, and writes one object.

-- Adds the writes to the change log. Only its first entry can fail (when the stream is ahead of the revision), so either
-- everything is written or nothing.
local function log(batch)
  local revision = tonumber(batch.place.revision)
  local through = whole(revision + #batch.writes)
  local revisions = {}
  find_touched(batch)
  -- Tells these changes from any that another history has at the same revisions.
  batch.mark = string.sub(redis.sha1hex(table.concat({
    batch.place.head, batch.now[1], batch.now[2], batch.request_id, batch.writes[1].schema.service, batch.writes[1].id,
  }, ' ')), 1, 8)
  batch.time_ms = whole(tonumber(batch.now[1]) * 1000 + math.floor(tonumber(batch.now[2]) / 1000))
  -- What all entries have, of what not every batch has.
  local shared = {}
  for _, text in ipairs(batch.step) do table.insert(shared, text) end
  local function add(field, text)
    if text == '' then return end
    table.insert(shared, field)
    table.insert(shared, text)
  end
  add('through', #batch.writes > 1 and through or '')
  add('member_id', batch.member_id)
  for place, write in ipairs(batch.writes) do
    write.revision = whole(revision + place)
    local before, after = '', ''
    if write.operation == 'update' then before, after = to_changed(write.old, write.new)
    elseif write.operation == 'create' then after = to_image(write.new)
    else before = to_image(write.old) end
    -- Only the reply to a single write needs them; of many writes they would take most of the memory of the batch.
    if #batch.writes == 1 then
      write.before, write.after = before, after
      write.image = write.operation == 'update' and to_image(write.new) or ''
    end
    local entry = {
      'service', write.schema.service, 'id', write.id, 'operation', write.operation, 'user', batch.user,
      'request_id', batch.request_id, 'time_ms', batch.time_ms, 'mark', batch.mark,
    }
    local size = #entry
    for _, text in ipairs(shared) do
      size = size + 1
      entry[size] = text
    end
    if before ~= '' then
      entry[size + 1], entry[size + 2] = 'before', before
      size = size + 2
    end
    local ym_profiles = touched_text(write)
    if ym_profiles ~= '' then
      entry[size + 1], entry[size + 2] = 'ym_profiles', ym_profiles
      size = size + 2
    end
    if after ~= '' then entry[size + 1], entry[size + 2] = 'after', after end
    redis.call('XADD', batch.prefix .. 'changes', write.revision .. '-0', unpack(entry))
    gather(revisions, 'ZADD', batch.owner .. ':changes', write.revision, write.revision)
  end
  step(batch, through)
  call_gathered(revisions)
  redis.call('MSET', batch.prefix .. 'revision', through, batch.prefix .. 'head', through .. ' ' .. batch.mark)
  return through
end

-- Stores the hash of a write's object, and collects the changes of the sets that contain it.
local function store(batch, write, gathered)
  local schema, id = write.schema, write.id
  for _, reference in ipairs(schema.references) do
    local from, to = write.old[reference.field], write.new[reference.field]
    local referrer = referrer_of(write, reference)
    if from and from ~= to then gather(gathered, 'SREM', referrers_key(batch, reference.service, from), referrer) end
    if to and from ~= to then gather(gathered, 'SADD', referrers_key(batch, reference.service, to), referrer) end
  end
  local owned, all = owned_key(batch, schema.service), batch.prefix .. 'all:' .. schema.service
  if write.operation == 'delete' then
    redis.call('DEL', write.key)
    gather(gathered, 'SREM', owned, id)
    gather(gathered, 'SREM', all, id)
    return
  end
  local fields = {}
  for field, text in pairs(write.fields) do
    if write.old[field] ~= text then
      table.insert(fields, field)
      table.insert(fields, text)
    end
  end
  redis.call('HSET', write.key, '_revision', write.revision, unpack(fields))
  local cleared = {}
  for _, field in ipairs(schema.fields) do
    if write.old[field] and not write.new[field] then table.insert(cleared, field) end
  end
  if #cleared > 0 then redis.call('HDEL', write.key, unpack(cleared)) end
  if write.operation == 'create' then
    gather(gathered, 'SADD', owned, id)
    gather(gathered, 'SADD', all, id)
  end
end

-- Collects the values that a write releases in the indexes of unique attributes, and the values that it takes.
local function index(batch, write, released, changed)
  for _, unique in ipairs(write.schema.unique) do
    local from, to = write.old[unique.field], write.new[unique.field]
    if from ~= to then
      local key = unique_key(batch, write.schema, unique)
      for _, value in ipairs(held_values(unique, from)) do gather(released, 'HDEL', key, value) end
      for _, value in ipairs(held_values(unique, to)) do gather(changed, 'HSET', key, value, write.id) end
    end
  end
end

-- Carries out all writes, which must have been checked, and publishes the change notification. Gives the last revision.
local function apply(batch)
  local revision = log(batch)
  local released, changed = {}, {}
  for _, write in ipairs(batch.writes) do
    index(batch, write, released, changed)
    store(batch, write, changed)
  end
  -- All values are released before any is taken: one object may take what another releases.
  call_gathered(released)
  call_gathered(changed)
  -- The writes are done: a notification that cannot be published must not fail them.
  redis.pcall('PUBLISH', 'at:hint', batch.partition .. ' ' .. revision)
  return revision
end

-- How long the record of a write is kept under its idempotency key.
local remembered_ms = 24 * 60 * 60 * 1000
-- A reservation outlives the record of its create, so the reserved id stays the same while the record exists.
local reserved_ms = 2 * remembered_ms

-- The record of a write or batch write: field, text, ...; empty when there is none. It is written again unchanged, so
-- that the caller waits until this write, and with it the recorded one, has reached the disk.
local function recall(record_key)
  local record = redis.call('HGETALL', record_key)
  if #record > 0 then redis.call('HSET', record_key, unpack(record)) end
  return record
end

local function remember(record_key, ...)
  redis.call('HSET', record_key, ...)
  redis.call('PEXPIRE', record_key, remembered_ms)
end

-- A hold keeps the other writes to an owner's objects waiting, so that a long batch write is not overtaken each time.
local function hold_key(owner) return owner .. ':hold' end

-- For how many milliseconds another hold than the caller's goes on at most; nil: there is none.
local function held_ms(owner, holder)
  local current = redis.call('GET', hold_key(owner))
  if not current or current == holder then return nil end
  return whole(math.max(1, redis.call('PTTL', hold_key(owner))))
end

local function end_hold(owner, holder)
  if redis.call('GET', hold_key(owner)) == holder then redis.call('DEL', hold_key(owner)) end
end

-- The time of a batch, as TIME replies it: the server's, or one that is asked for (ms), which is not before the newest change
-- and not in the future.
local function time_of(prefix, asked_ms)
  local now = redis.call('TIME')
  if not asked_ms then return now end
  local newest = redis.call('XREVRANGE', prefix .. 'changes', '+', '-', 'COUNT', '1')[1]
  local ms = math.max(asked_ms, newest and tonumber(to_hash(newest[2]).time_ms) or 0)
  if ms >= tonumber(now[1]) * 1000 then return now end
  return { whole(math.floor(ms / 1000)), whole(ms % 1000 * 1000) }
end

-- Write schemas by their JSON: there are few of them, so each is decoded once.
local schemas, schema_count = {}, 0
local most_schemas = 100
local function schema_of(text)
  local schema = schemas[text]
  if schema then return schema end
  if schema_count == most_schemas then schemas, schema_count = {}, 0 end
  schema = cjson.decode(text)
  schemas[text], schema_count = schema, schema_count + 1
  return schema
end

-- Writes one object. keys: any of the partition; the counter too, for a create whose id is drawn here.
-- args: prefix of the partition, its number, schema, id or '', member id or '', user, request id, step, guard, key of the
--   record of the write or '', its fingerprint, the known epoch, revision and mark (see `strangeness`), the highest id of
--   the service that the caller has seen, then field, text, ...
-- step: what the entry of the change says of the write as a step, as JSON [field, text, ...], or ''.
-- schema: the write schema, with operation, and reserved: whether the id is reserved for this create; time_ms: see `time_of`,
--   or none; while_member: see `is_member_other`.
-- guard: the expected revision of an update; the expected revision of a delete, or ''; the limit of a create, or ''.
local function write_one(keys, args)
  local schema, id, guard, record_key = schema_of(args[3]), args[4], args[9], args[10]
  local is_create = schema.operation == 'create'
  if record_key ~= '' then
    local record = recall(record_key)
    if #record > 0 then return { 'recalled', unpack(record) } end
  end
  local place = place_of(args[1])
  local strange = strangeness(place, args[12], args[13], args[14])
  if strange then return strange end
  local owner = owner_name(args[1], args[5])
  local wait_ms = held_ms(owner, '')
  if wait_ms then return { 'held', wait_ms } end
  if is_member_other(args[1], args[5], schema.while_member) then return { 'member_other' } end
  local is_drawn = id == ''
  if is_drawn then id = draw(keys[2], args[1] .. schema.service .. ':', args[15]) end
  if not id then return { 'exists' } end
  local write = {
    operation = schema.operation, schema = schema, id = id, is_drawn = is_drawn, guard = is_create and '' or guard, fields = {},
  }
  for i = 16, #args, 2 do write.fields[args[i]] = args[i + 1] end
  if is_create then write.fields.id = id end
  local batch = {
    prefix = args[1], partition = args[2], place = place, owner = owner, member_id = args[5], user = args[6],
    request_id = args[7], step = args[8] == '' and {} or cjson.decode(args[8]),
    limits = { [schema.service] = is_create and guard ~= '' and guard or nil }, writes = { write },
    now = time_of(args[1], schema.time_ms),
  }
  local refusal = judge(batch)
  if refusal then
    -- Every sender of this create now reserves another id, and must not use this one if it becomes free later.
    local is_lost = schema.reserved and refusal[1] == 'exists' and record_key ~= ''
    if is_lost then remember(record_key, 'service', schema.service, 'is_taken', '1') end
    return refusal
  end
  local revision = apply(batch)
  if record_key ~= '' then
    remember(
      record_key, 'fingerprint', args[11], 'service', schema.service, 'operation', schema.operation, 'id', id,
      'revision', revision,
      'time_ms', batch.time_ms, 'user', batch.user, 'request_id', batch.request_id,
      'after', write.image == '' and write.after or write.image,
      'mark', batch.mark, unpack(batch.step)
    )
  end
  return { 'ok', revision, batch.mark, batch.time_ms, id, write.before, write.after, write.image }
end

-- Reserves an id under the idempotency key of a request, so that the request gets the same id when it is sent again.
-- Replies the reserved id. It is replaced only if it is the one that the caller found taken.
-- keys: the reservation; args: a candidate, the taken id or ''.
local function reserve(keys, args)
  local id = redis.call('GET', keys[1])
  if not id or id == args[2] then id = args[1] end
  redis.call('SET', keys[1], id, 'PX', reserved_ms)
  return id
end

redis.register_function('auction_tiers_v1_write', write_one)
redis.register_function('auction_tiers_v1_recall', function(keys) return recall(keys[1]) end)
redis.register_function('auction_tiers_v1_reserve', reserve)
