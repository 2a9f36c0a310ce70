#!lua name=auction_tiers_v1

-- The store's functions. This file, which checks a batch of writes, steps.lua, counter.lua, gather.lua, function.lua,
-- batch.lua, trim.lua and find.lua are one source, in this order.
-- Each function checks everything before it writes anything, so a refusal changes nothing. Ids and revisions stay text
-- throughout: a number loses digits when Lua prints it.

local function whole(number)
  return string.format('%.0f', number)
end

-- Scripts in Redis have no os.date. Days since 1970 to a civil date: years start in March, eras have 400 years.
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

-- Field, text, field, text, ... as a table.
local function to_hash(flat)
  local hash = {}
  for i = 1, #flat, 2 do
    hash[flat[i]] = flat[i + 1]
  end
  return hash
end

local function read_hash(key) return to_hash(redis.call('HGETALL', key)) end

-- The code of _. While a library is loaded it may not call string.byte.
local underscore = 95

-- An object without the fields that begin with _: its revision and its secrets.
local function to_image(hash)
  local image = {}
  for name, text in pairs(hash) do
    if string.byte(name) ~= underscore then image[name] = text end
  end
  return cjson.encode(image)
end

-- An object before and after an update, each with the fields that changed only, without those that begin with _.
local function to_changed(old, new)
  local before, after = {}, {}
  for name, text in pairs(old) do
    if new[name] ~= text then before[name] = text end
  end
  for name, text in pairs(new) do
    if old[name] ~= text then after[name] = text end
  end
  return to_image(before), to_image(after)
end

-- Moves a counter up to a number, never down. One that holds a text counts as missing.
local function raise(counter, number)
  if tonumber(number) > (tonumber(redis.call('GET', counter) or '') or 0) then redis.call('SET', counter, number) end
end

-- A fresh id above `floor`, the highest that the caller has seen: a counter that went back gives no id again. Nil when the
-- next hundred ids of the counter are all taken. `object`: what the keys of its objects begin with.
local function draw(counter, object, floor)
  for _ = 1, 100 do
    local id = redis.call('INCR', counter)
    if id <= tonumber(floor) then
      id = tonumber(floor) + 1
      redis.call('SET', counter, whole(id))
    end
    if redis.call('EXISTS', object .. whole(id)) == 0 then return whole(id) end
  end
end

-- The values of a unique attribute: its text, or the text of each element of a list.
local function held_values(unique, text)
  if not text then return {} end
  if not unique.list then return { text } end
  local values = {}
  for _, element in ipairs(cjson.decode(text)) do
    table.insert(values, type(element) == 'number' and whole(element) or tostring(element))
  end
  return values
end

-- The first service, by name, with objects that refer to an object, and their number. `dropped`: references that the
-- batch removes.
local function count_referrers(key, dropped)
  local ids_of, counts = {}, {}
  for _, referrer in ipairs(redis.call('SMEMBERS', key)) do
    local service, id = string.match(referrer, '^([^:]+):[^:]+:(%d+)$')
    ids_of[service] = ids_of[service] or {}
    if not ids_of[service][id] and not dropped[key .. '\0' .. referrer] then
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

-- Where a partition is: its epoch, its revision, its head, and the mark of its newest change or ''. Head: the revision and
-- the mark.
local function place_of(prefix)
  local found = redis.call('MGET', prefix .. 'epoch', prefix .. 'revision', prefix .. 'head')
  local head = found[3] or ''
  return { epoch = found[1], revision = found[2] or '0', head = head, mark = string.match(head, ' (.*)') or '' }
end

-- Why the partition is not in the state that the caller's write is meant for, or nil. The caller knows the database by its
-- epoch, and the newest change that it has seen: a server that lacks that change has another history, and is not written to.
-- known: the epoch, and the revision and mark of the newest change that the caller has seen; '' for an unknown mark.
local function strangeness(place, known_epoch, known_revision, known_mark)
  local revision, known = tonumber(place.revision) or -1, tonumber(known_revision)
  local is_other = known_mark ~= '' and revision == known and place.mark ~= known_mark
  if place.epoch ~= known_epoch or revision < known or is_other then return { 'other_history' } end
end

-- Whether a member's own object has another value of an attribute than a write needs; one that is not stored passes.
-- wanted: {field, text} or nil.
local function is_member_other(prefix, member_id, wanted)
  local text = wanted and redis.call('HGET', prefix .. 'member:' .. member_id, wanted.field)
  return text and text ~= wanted.text
end

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

-- Reads the hash of a write's object, unless it is known that there is none, and makes the hash that it will have.
local function open(batch, write)
  local schema = write.schema
  write.key = batch.prefix .. schema.service .. ':' .. write.id
  write.old, write.new = write.is_drawn and {} or read_hash(write.key), {}
  if write.operation == 'delete' then return end
  if next(write.old) then
    for field, text in pairs(write.old) do write.new[field] = text end
    for _, field in ipairs(schema.fields) do write.new[field] = nil end
  end
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
