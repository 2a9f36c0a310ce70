#!lua name=auction_tiers_v1

-- The writes of the store. Each function checks everything first and then applies everything, so a refusal changes
-- nothing. Ids and revisions stay text throughout: a number loses digits when Lua prints it.

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

local function to_image(hash)
  local image = {}
  for name, text in pairs(hash) do
    if name ~= '_revision' then image[name] = text end
  end
  return image
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

-- keys: the object.
-- args: prefix of the partition, its number, plan, id, member id or '', user, request id, guard, then attribute, text, ...
-- plan: {operation, service, references: [{field, service}], unique: [{field, list}], cleared: [field], created, modified}
-- guard: for an update the expected revision, for a create the limit or ''.
local function mutate(keys, args)
  local prefix, partition, plan, id, member_id = args[1], args[2], cjson.decode(args[3]), args[4], args[5]
  local user, request_id, guard = args[6], args[7], args[8]
  local object_key = keys[1]
  local owner = prefix .. (member_id == '' and 'shared' or 'member:' .. member_id)
  local owned_key = owner .. ':' .. plan.service
  local function unique_key(unique) return owner .. ':unique:' .. plan.service .. ':' .. unique.field end
  local function referrers_key(service, target) return prefix .. 'referrers:' .. service .. ':' .. target end

  local is_create, is_delete = plan.operation == 'create', plan.operation == 'delete'
  local stored = read_hash(object_key)
  local old = to_image(stored)

  if is_create then
    if next(stored) then return { 'exists' } end
    if guard ~= '' and redis.call('SCARD', owned_key) >= tonumber(guard) then return { 'limit', guard } end
  else
    if redis.call('SISMEMBER', owned_key, id) == 0 then return { 'not_found' } end
    if not is_delete and stored._revision ~= guard then return { 'changed' } end
  end

  local now = redis.call('TIME')
  local new = {}
  if not is_delete then
    new = to_image(stored)
    for _, field in ipairs(plan.cleared) do new[field] = nil end
    for i = 9, #args, 2 do new[args[i]] = args[i + 1] end
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
      if holder and holder ~= id then return { 'duplicate', unique.field, value, holder } end
    end
  end
  if is_delete then
    local service, count = count_referrers(referrers_key(plan.service, id))
    if service then return { 'in_use', service, whole(count) } end
  end

  -- The first write is the only one that could be refused (a stream that is ahead of the revision), so all or nothing.
  local revision = whole(tonumber(redis.call('GET', prefix .. 'revision') or '0') + 1)
  local time_ms = whole(tonumber(now[1]) * 1000 + math.floor(tonumber(now[2]) / 1000))
  local before = is_create and '' or cjson.encode(old)
  local after = is_delete and '' or cjson.encode(new)
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
    for i = 9, #args do table.insert(fields, args[i]) end
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

-- Stores a hash where there is none; 0 when there is one. keys: the hash; args: field, text, ...
local function add_hash(keys, args)
  if redis.call('EXISTS', keys[1]) == 1 then return 0 end
  redis.call('HSET', keys[1], unpack(args))
  return 1
end

redis.register_function('auction_tiers_v1_mutate', mutate)
redis.register_function('auction_tiers_v1_raise', raise)
redis.register_function('auction_tiers_v1_add_hash', add_hash)
