-- A read-only script of its own, not of the library: the keys that objects need and that are not there, of one moment.
-- keys: a set of ids; args: what the keys of its objects begin with, whose the objects are
--   ('member', 'self', 'shared', or 'none' where that is not known), the write schema or {service}, ids of the set.
-- Replies key, id, ... : each missing key once, with the first object that needs it. A key that holds something else than
-- it should is there: it was not lost.

local prefix, owner, schema = ARGV[1], ARGV[2], cjson.decode(ARGV[3])
local lost, asked = {}, {}

local function need(key, id)
  if asked[key] then return end
  asked[key] = true
  if redis.call('EXISTS', key) == 1 then return end
  table.insert(lost, key)
  table.insert(lost, id)
end

local kinds = {}
local function is_set(key)
  kinds[key] = kinds[key] or redis.call('TYPE', key).ok
  return kinds[key] == 'set'
end

-- What the keys of the owner's indexes begin with; nil where the owner's set does not have the object.
local function owner_of(id, member)
  local name = owner == 'shared' and 'shared' or owner == 'self' and 'member:' .. id
    or owner == 'member' and member and 'member:' .. member
  if not name then return nil end
  local owned = prefix .. name .. ':' .. schema.service
  need(owned, id)
  return is_set(owned) and redis.call('SISMEMBER', owned, id) == 1 and prefix .. name or nil
end

local function has_elements(text)
  local is_read, list = pcall(cjson.decode, text)
  return is_read and type(list) == 'table' and list[1] ~= nil
end

-- One command reads all that is needed of an object.
local fields = { '_revision', 'member_id' }
for _, unique in ipairs(schema.unique or {}) do table.insert(fields, unique.field) end
for _, reference in ipairs(schema.references or {}) do table.insert(fields, reference.field) end

for i = 4, #ARGV do
  local id = ARGV[i]
  local key = prefix .. schema.service .. ':' .. id
  local hash = redis.pcall('HMGET', key, unpack(fields))
  local is_hash = not hash.err
  -- One that was removed since the set was read is gone from both.
  if is_hash and not hash[1] and redis.call('EXISTS', key) == 0 then
    is_hash = false
    if redis.call('SISMEMBER', KEYS[1], id) == 1 then need(key, id) end
  end
  local name = is_hash and owner_of(id, hash[2])
  local at = 2
  for _, unique in ipairs(name and schema.unique or {}) do
    at = at + 1
    local text = hash[at]
    if text and (not unique.list or has_elements(text)) then
      need(name .. ':unique:' .. schema.service .. ':' .. unique.field, id)
    end
  end
  for _, reference in ipairs(name and schema.references or {}) do
    at = at + 1
    local target = hash[at]
    if target and string.match(target, '^[1-9]%d*$') then
      need(prefix .. 'referrers:' .. reference.service .. ':' .. target, id)
    end
  end
end
return lost
