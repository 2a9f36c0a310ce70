#!lua name=auction_tiers_v5

-- The store's functions. This file, batch.lua and function.lua are one source, in this order. Each function checks
-- everything before it writes anything, so a refusal changes nothing. Ids and revisions stay text throughout: a number
-- loses digits when Lua prints it.

-- How long the record of a create is kept under its idempotency key.
local remembered_ms = 24 * 60 * 60 * 1000
-- A reservation outlives the record of its create, so the reserved id stays the same while the record exists.
local reserved_ms = 2 * remembered_ms

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

local function read_hash(key)
  local flat = redis.call('HGETALL', key)
  local hash = {}
  for i = 1, #flat, 2 do
    hash[flat[i]] = flat[i + 1]
  end
  return hash
end

-- An object without the fields that begin with _: its revision and its secrets.
local function to_image(hash)
  local image = {}
  for name, text in pairs(hash) do
    if string.sub(name, 1, 1) ~= '_' then image[name] = text end
  end
  return cjson.encode(image)
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

-- Collects the arguments of a command, so that it is called once for many objects instead of once for each.
-- `gathered`: {{command, key, arguments}, ...}, also indexed by command and key.
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

-- Lua cannot unpack more than some 8,000 arguments at once. An even number, so that pairs stay together.
local most_arguments = 4000

local function call_gathered(gathered)
  for _, call in ipairs(gathered) do
    for first = 1, #call.arguments, most_arguments do
      local last = math.min(first + most_arguments - 1, #call.arguments)
      redis.call(call.command, call.key, unpack(call.arguments, first, last))
    end
  end
end

-- The record of a create or batch write: field, text, ...; empty when there is none. It is written again unchanged, so
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

