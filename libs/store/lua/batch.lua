-- A batch: writes {operation, schema, id, guard, fields} to objects of one owner, all or none of which are done.
-- schema, the write schema: {service, references: [{field, service}], unique: [{field, list, secret}],
--   fields: [attribute], created, modified}
-- guard: the revision that the object must have, or ''.

local function owner_name(prefix, member_id)
  return prefix .. (member_id == '' and 'shared' or 'member:' .. member_id)
end
local function owned_key(batch, service) return batch.owner .. ':' .. service end
local function unique_key(batch, schema, unique) return batch.owner .. ':unique:' .. schema.service .. ':' .. unique.field end
local function referrers_key(batch, service, id) return batch.prefix .. 'referrers:' .. service .. ':' .. id end
local function referrer_of(write, reference) return write.schema.service .. ':' .. reference.field .. ':' .. write.id end

-- Reads the hash of a write's object, and makes the hash that it will have.
local function open(batch, write)
  local schema = write.schema
  write.key = batch.prefix .. schema.service .. ':' .. write.id
  write.old, write.new = read_hash(write.key), {}
  if write.operation == 'delete' then return end
  for field, text in pairs(write.old) do write.new[field] = text end
  for _, field in ipairs(schema.fields) do write.new[field] = nil end
  batch.date = batch.date or date_text(tonumber(batch.now[1]))
  if schema.modified then write.fields[schema.modified] = batch.date end
  if schema.created and write.operation == 'create' then write.fields[schema.created] = batch.date end
  for field, text in pairs(write.fields) do write.new[field] = text end
end

-- Collects what all writes add and remove, because each is checked against the state after all of them.
local function survey(batch)
  batch.made, batch.gone, batch.released, batch.dropped, batch.taken, batch.growth = {}, {}, {}, {}, {}, {}
  batch.owned = {}
  for _, write in ipairs(batch.writes) do
    open(batch, write)
    local schema, change = write.schema, { create = 1, update = 0, delete = -1 }
    local object = schema.service .. ':' .. write.id
    if write.operation == 'create' then batch.made[object] = true end
    if write.operation == 'delete' then batch.gone[object] = true end
    batch.growth[schema.service] = (batch.growth[schema.service] or 0) + change[write.operation]
    for _, unique in ipairs(schema.unique) do
      for _, value in ipairs(held_values(unique, write.old[unique.field])) do
        batch.released[unique_key(batch, schema, unique) .. '\0' .. value] = write.id
      end
    end
    for _, reference in ipairs(schema.references) do
      local from = write.old[reference.field]
      if from and from ~= write.new[reference.field] then
        batch.dropped[referrers_key(batch, reference.service, from) .. '\0' .. referrer_of(write, reference)] = true
      end
    end
  end
end

-- Whether the owner has an object. Redis is asked once for all writes of the batch that refer to it.
local function is_owned(batch, service, id)
  local object = service .. ':' .. id
  if batch.owned[object] == nil then
    batch.owned[object] = redis.call('SISMEMBER', owned_key(batch, service), id) == 1
  end
  return batch.owned[object]
end

-- Why a write cannot be done, or nil.
local function refusal_of(batch, write)
  local schema, id = write.schema, write.id
  local owned = owned_key(batch, schema.service)
  if write.operation == 'create' then
    if next(write.old) then return { 'exists' } end
    local limit, growth = batch.limits[schema.service], batch.growth[schema.service]
    if limit and growth > 0 then
      batch.count = batch.count or {}
      batch.count[owned] = batch.count[owned] or redis.call('SCARD', owned)
      if batch.count[owned] + growth > tonumber(limit) then return { 'limit', limit } end
    end
  else
    if not is_owned(batch, schema.service, id) then return { 'not_found' } end
    if write.guard ~= '' and write.old._revision ~= write.guard then return { 'changed' } end
  end
  for _, reference in ipairs(schema.references) do
    local target = write.new[reference.field]
    local object = target and reference.service .. ':' .. target
    local is_there = target and not batch.gone[object]
      and (batch.made[object] or is_owned(batch, reference.service, target))
    if target and not is_there then return { 'dangling', reference.field, reference.service, target } end
  end
  for _, unique in ipairs(schema.unique) do
    local key = unique_key(batch, schema, unique)
    for _, value in ipairs(held_values(unique, write.new[unique.field])) do
      local place = key .. '\0' .. value
      local stored = redis.call('HGET', key, value)
      local holder = batch.taken[place] or (stored and batch.released[place] ~= stored and stored) or id
      if holder ~= id then return { 'duplicate', unique.field, unique.secret and '' or value, holder } end
      batch.taken[place] = id
    end
  end
  if write.operation == 'delete' then
    local service, count = count_referrers(referrers_key(batch, schema.service, id), batch.dropped)
    if service then return { 'in_use', service, whole(count) } end
  end
end

-- Checks all writes. Gives nil, or the first refusal and the place of its write, from 1.
local function judge(batch)
  survey(batch)
  for place, write in ipairs(batch.writes) do
    local refusal = refusal_of(batch, write)
    if refusal then return refusal, place end
  end
end

-- Adds the writes to the change log. Only its first entry can fail (when the stream is ahead of the revision), so either
-- everything is written or nothing.
local function log(batch)
  local revision = tonumber(redis.call('GET', batch.prefix .. 'revision') or '0')
  local through = whole(revision + #batch.writes)
  local revisions = {}
  batch.time_ms = whole(tonumber(batch.now[1]) * 1000 + math.floor(tonumber(batch.now[2]) / 1000))
  for place, write in ipairs(batch.writes) do
    write.revision = whole(revision + place)
    local before = write.operation == 'create' and '' or to_image(write.old)
    local after = write.operation == 'delete' and '' or to_image(write.new)
    -- Only the reply to a single write needs them; of many writes they would take most of the memory of the batch.
    if #batch.writes == 1 then write.before, write.after = before, after end
    local entry = {
      'service', write.schema.service, 'id', write.id, 'operation', write.operation, 'user', batch.user,
      'request_id', batch.request_id, 'time_ms', batch.time_ms,
    }
    local function add(field, text)
      if text ~= '' then
        table.insert(entry, field)
        table.insert(entry, text)
      end
    end
    add('through', #batch.writes > 1 and through or '')
    add('member_id', batch.member_id)
    add('before', before)
    add('after', after)
    redis.call('XADD', batch.prefix .. 'changes', write.revision .. '-0', unpack(entry))
    gather(revisions, 'ZADD', batch.owner .. ':changes', write.revision, write.revision)
  end
  call_gathered(revisions)
  redis.call('SET', batch.prefix .. 'revision', through)
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

-- Collects the values that a write releases in the indexes of unique attributes, and those that it takes.
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
