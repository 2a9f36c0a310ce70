#!lua name=auction_tiers_v4

-- The store's functions; this file, step.lua and function.lua are one source, in this order. Each function checks
-- everything first and then applies everything, so a refusal changes nothing. Ids and revisions stay text throughout: a
-- number loses digits when Lua prints it.

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

-- The first service, by name, that refers to an object, and how many of its objects do. `dropped`: referrers that will not
-- do so any more.
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

-- Arguments for commands that take many, each in the end called once for many objects instead of once for each.
-- `gathered`: {{command, key, arguments}, ...}, and by command and key too.
local function gather(gathered, command, key, ...)
  local name = command .. key
  local call = gathered[name]
  if not call then
    call = { command = command, key = key, arguments = {} }
    gathered[name] = call
    table.insert(gathered, call)
  end
  for _, argument in ipairs({ ... }) do table.insert(call.arguments, argument) end
end

-- Lua unpacks only so many arguments at once; even, so that pairs stay together.
local most_arguments = 4000

local function call_gathered(gathered)
  for _, call in ipairs(gathered) do
    for first = 1, #call.arguments, most_arguments do
      local last = math.min(first + most_arguments - 1, #call.arguments)
      redis.call(call.command, call.key, unpack(call.arguments, first, last))
    end
  end
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

