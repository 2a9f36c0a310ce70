#!lua name=auction_tiers_v2

-- The writes of the store. Each function checks everything first and then applies everything, so a refusal changes
-- nothing. Ids and revisions stay text throughout: a number loses digits when Lua prints it.

-- How long a create is remembered under the key that its writer gave it.
local remembered_ms = 24 * 60 * 60 * 1000
-- An id is reserved for longer than what it was used for is remembered, so it is never another one meanwhile.
local reserved_ms = 2 * remembered_ms

local function whole(number)
  return string.format('%.0f', number)
end

-- Redis gives its scripts no os.date. Days since 1970 to a civil date: years start in March, eras have 400 years.
local function date_text(seconds)
  local days = math.floor(seconds / 86400)
  local second = seconds - days * 86400
  local shifted = days + 719468
  local era = math.floor(shifted / 146097)
  local day_of_era = shifted - era * 146097
  local year_of_era = math.floor(
    (day_of_era - math.floor(day_of_era / 1460) + math.floor(day_of_era / 36524) - math.floor(day_of_era / 146096)) / 365
  )
  local day_of_year = day_of_era - (365 * year_of_era + math.floor(year_of_era / 4) - math.floor(year_of_era / 100))
  local shifted_month = math.floor((5 * day_of_year + 2) / 153)
  local day = day_of_year - math.floor((153 * shifted_month + 2) / 5) + 1
  local month = shifted_month < 10 and shifted_month + 3 or shifted_month - 9
  local year = year_of_era + era * 400 + (month <= 2 and 1 or 0)
  return string.format(
    '%04d-%02d-%02d %02d:%02d:%02d',
    year, month, day, math.floor(second / 3600), math.floor(second / 60) % 60, second % 60
  )
end

local function read_hash(key)
  local flat = redis.call('HGETALL', key)
  local hash = {}
  for i = 1, #flat, 2 do
    hash[flat[i]] = flat[i + 1]
  end
  return hash
end

-- What may be seen of an object: fields that begin with _ are its revision and its secrets.
local function to_image(hash)
  local image = {}
  for name, text in pairs(hash) do
    if string.sub(name, 1, 1) ~= '_' then image[name] = text end
  end
  return cjson.encode(image)
end

-- The values by which a unique attribute is held: its text, or that of each element of a list.
local function held_values(unique, text)
  if not text then return {} end
  if not unique.list then return { text } end
  local values = {}
  for _, element in ipairs(cjson.decode(text)) do
    table.insert(values, type(element) == 'number' and whole(element) or tostring(element))
  end
  return values
end

local function count_referrers(key)
  local ids_of, counts = {}, {}
  for _, referrer in ipairs(redis.call('SMEMBERS', key)) do
    local service, id = string.match(referrer, '^([^:]+):[^:]+:(%d+)$')
    ids_of[service] = ids_of[service] or {}
    if not ids_of[service][id] then
      ids_of[service][id] = true
      counts[service] = (counts[service] or 0) + 1
    end
  end
  local first
  for service in pairs(counts) do
    if not first or service < first then first = service end
  end
  return first, counts[first]
end

-- The record of a create: field, text, ...; empty when there is none. The record is written again as it is: whoever is
-- told of it waits until that has reached the disk, and so has the create itself, whoever made it.
local function recall(record_key)
  local record = redis.call('HGETALL', record_key)
  if #record > 0 then redis.call('HSET', record_key, unpack(record)) end
  return record
end

local function remember(record_key, ...)
  redis.call('HSET', record_key, ...)
  redis.call('PEXPIRE', record_key, remembered_ms)
end

local first_field = 11

-- keys: the object.
-- args: prefix of the partition, its number, plan, id, member id or '', user, request id, guard, key of the record of
--   the create or '', what it asks for, then field, text, ...
-- plan: {operation, service, references: [{field, service}], unique: [{field, list, secret}], cleared: [field], created,
--   modified, reserved}
-- guard: for an update the expected revision, for a delete too or '', for a create the limit or ''.
local function mutate(keys, args)
  local prefix, partition, plan, id, member_id = args[1], args[2], cjson.decode(args[3]), args[4], args[5]
  local user, request_id, guard, record_key, fingerprint = args[6], args[7], args[8], args[9], args[10]
  local object_key = keys[1]
  local owner = prefix .. (member_id == '' and 'shared' or 'member:' .. member_id)
  local owned_key = owner .. ':' .. plan.service
  local function unique_key(unique) return owner .. ':unique:' .. plan.service .. ':' .. unique.field end
  local function referrers_key(service, target) return prefix .. 'referrers:' .. service .. ':' .. target end

  local is_create, is_delete = plan.operation == 'create', plan.operation == 'delete'
  if record_key ~= '' then
    local record = recall(record_key)
    if #record > 0 then return { 'recalled', unpack(record) } end
  end
  local old = read_hash(object_key)

  if is_create then
    if next(old) then
      -- Whoever sends this create takes another id now, and must not find this one free again later.
      if plan.reserved then remember(record_key, 'service', plan.service, 'is_taken', '1') end
      return { 'exists' }
    end
    if guard ~= '' and redis.call('SCARD', owned_key) >= tonumber(guard) then return { 'limit', guard } end
  else
    if redis.call('SISMEMBER', owned_key, id) == 0 then return { 'not_found' } end
    if guard ~= '' and old._revision ~= guard then return { 'changed' } end
  end

  local now = redis.call('TIME')
  local new = {}
  if not is_delete then
    for field, text in pairs(old) do new[field] = text end
    for _, field in ipairs(plan.cleared) do new[field] = nil end
    for i = first_field, #args, 2 do new[args[i]] = args[i + 1] end
    if plan.modified then new[plan.modified] = date_text(tonumber(now[1])) end
    if plan.created and is_create then new[plan.created] = date_text(tonumber(now[1])) end
  end

  for _, reference in ipairs(plan.references) do
    local target = new[reference.field]
    if target and redis.call('SISMEMBER', owner .. ':' .. reference.service, target) == 0 then
      return { 'dangling', reference.field, reference.service, target }
    end
  end
  for _, unique in ipairs(plan.unique) do
    for _, value in ipairs(held_values(unique, new[unique.field])) do
      local holder = redis.call('HGET', unique_key(unique), value)
      if holder and holder ~= id then return { 'duplicate', unique.field, unique.secret and '' or value, holder } end
    end
  end
  if is_delete then
    local service, count = count_referrers(referrers_key(plan.service, id))
    if service then return { 'in_use', service, whole(count) } end
  end

  -- The first write is the only one that could be refused (a stream that is ahead of the revision), so all or nothing.
  local revision = whole(tonumber(redis.call('GET', prefix .. 'revision') or '0') + 1)
  local time_ms = whole(tonumber(now[1]) * 1000 + math.floor(tonumber(now[2]) / 1000))
  local before = is_create and '' or to_image(old)
  local after = is_delete and '' or to_image(new)
  local entry = {
    'service', plan.service, 'id', id, 'operation', plan.operation, 'user', user, 'request_id', request_id,
    'time_ms', time_ms,
  }
  local function add(field, text)
    if text ~= '' then
      table.insert(entry, field)
      table.insert(entry, text)
    end
  end
  add('member_id', member_id)
  add('before', before)
  add('after', after)
  redis.call('XADD', prefix .. 'changes', revision .. '-0', unpack(entry))
  redis.call('SET', prefix .. 'revision', revision)
  redis.call('ZADD', owner .. ':changes', revision, revision)

  for _, unique in ipairs(plan.unique) do
    for _, value in ipairs(held_values(unique, old[unique.field])) do redis.call('HDEL', unique_key(unique), value) end
    for _, value in ipairs(held_values(unique, new[unique.field])) do redis.call('HSET', unique_key(unique), value, id) end
  end
  for _, reference in ipairs(plan.references) do
    local referrer = plan.service .. ':' .. reference.field .. ':' .. id
    local from, to = old[reference.field], new[reference.field]
    if from and from ~= to then redis.call('SREM', referrers_key(reference.service, from), referrer) end
    if to and from ~= to then redis.call('SADD', referrers_key(reference.service, to), referrer) end
  end

  if is_delete then
    redis.call('DEL', object_key)
    redis.call('SREM', owned_key, id)
    redis.call('SREM', prefix .. 'all:' .. plan.service, id)
  else
    local fields = {}
    for i = first_field, #args do table.insert(fields, args[i]) end
    for _, stamp in ipairs({ plan.created or '', plan.modified or '' }) do
      if stamp ~= '' and new[stamp] then
        table.insert(fields, stamp)
        table.insert(fields, new[stamp])
      end
    end
    redis.call('HSET', object_key, '_revision', revision, unpack(fields))
    if not is_create and #plan.cleared > 0 then redis.call('HDEL', object_key, unpack(plan.cleared)) end
    redis.call('SADD', owned_key, id)
    redis.call('SADD', prefix .. 'all:' .. plan.service, id)
  end
  if record_key ~= '' then
    remember(
      record_key, 'fingerprint', fingerprint, 'service', plan.service, 'id', id, 'revision', revision,
      'time_ms', time_ms, 'user', user, 'request_id', request_id, 'after', after
    )
  end
  -- A hint that cannot be given must not fail what is done.
  redis.pcall('PUBLISH', 'at:hint', partition)
  return { 'ok', revision, time_ms, before, after }
end

-- Moves a counter up to a number, never down. keys: the counter; args: the number.
local function raise(keys, args)
  local current = tonumber(redis.call('GET', keys[1]) or '0')
  if tonumber(args[1]) > current then redis.call('SET', keys[1], args[1]) end
  return 'OK'
end

-- Reserves an id under the name of a request, so that the request finds the same one when it is sent again. Replies the
-- id that is reserved; another one is put in its place only if it is the one that turned out to be taken.
-- keys: the reservation; args: an id, the taken one or ''.
local function reserve(keys, args)
  local id = redis.call('GET', keys[1])
  if not id or id == args[2] then id = args[1] end
  redis.call('SET', keys[1], id, 'PX', reserved_ms)
  return id
end

-- The hashes of an object, found by a value of a unique attribute or secret, of the object that it refers to, and so on,
-- until one is not there. keys: the index; args: prefix of the partition, value, service, then attribute, service, ...
local function find(keys, args)
  local id = redis.call('HGET', keys[1], args[2])
  local found = {}
  for i = 3, #args, 2 do
    if not id then return found end
    local object_key = args[1] .. args[i] .. ':' .. id
    table.insert(found, redis.call('HGETALL', object_key))
    id = args[i + 1] and redis.call('HGET', object_key, args[i + 1])
  end
  return found
end

redis.register_function('auction_tiers_v2_mutate', mutate)
redis.register_function('auction_tiers_v2_recall', function(keys) return recall(keys[1]) end)
redis.register_function('auction_tiers_v2_raise', raise)
redis.register_function('auction_tiers_v2_reserve', reserve)
redis.register_function({ function_name = 'auction_tiers_v2_find', callback = find, flags = { 'no-writes' } })
