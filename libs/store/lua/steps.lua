-- The part of the source behind check.lua that keeps the steps of each ym-profile: the revisions that changed it, its tiers
-- or the profiles that its tiers need, or how they may change: the attribute `publishing` of the member, and the state
-- and the share of an experiment, from which on other tiers decide.

local function steps_key(owner, ym_profile) return owner .. ':steps:' .. ym_profile end

-- The ym-profiles of an owner that have steps.
local function stepped_key(owner) return owner .. ':steps' end

-- The ym-profiles of the tiers that need a profile, before the batch.
local function add_users(batch, profile, found)
  for _, referrer in ipairs(redis.call('SMEMBERS', batch.prefix .. 'referrers:profile:' .. profile)) do
    local tier = string.match(referrer, '^ym%-auction%-tier:profile_id:(%d+)$')
    local ym_profile = tier and redis.call('HGET', batch.prefix .. 'ym-auction-tier:' .. tier, 'ym_profile_id')
    if ym_profile then found[ym_profile] = true end
  end
end

-- Of each profile that tiers of the batch need or needed: the ym-profiles of these tiers.
local function users_in(batch)
  local users = {}
  for _, write in ipairs(batch.writes) do
    if write.schema.service == 'ym-auction-tier' then
      for _, profile in ipairs({ write.old.profile_id or '', write.new.profile_id or '' }) do
        users[profile] = users[profile] or {}
        for _, ym_profile in ipairs({ write.old.ym_profile_id or '', write.new.ym_profile_id or '' }) do
          if ym_profile ~= '' then users[profile][ym_profile] = true end
        end
      end
    end
  end
  return users
end

-- The ym-profiles that a write touches: as keys.
local function touched_by(batch, write, users)
  local service, found = write.schema.service, {}
  if service == 'ym-profile' then found[write.id] = true end
  if service == 'ym-auction-tier' then
    if write.old.ym_profile_id then found[write.old.ym_profile_id] = true end
    if write.new.ym_profile_id then found[write.new.ym_profile_id] = true end
  end
  if service == 'profile' then
    for ym_profile in pairs(users[write.id] or {}) do found[ym_profile] = true end
    add_users(batch, write.id, found)
  end
  if service == 'experiment' then
    local old, new = write.old, write.new
    local was, is = old.state or 'planned', new.state or 'planned'
    if new.ym_profile_id and (was ~= is or (is == 'running' and old.share ~= new.share)) then
      found[new.ym_profile_id] = true
    end
  end
  if service == 'member' and write.operation == 'update' and next(write.old)
    and (write.old.publishing or 'direct') ~= (write.new.publishing or 'direct') then
    for _, ym_profile in ipairs(redis.call('SMEMBERS', stepped_key(batch.owner))) do
      if ym_profile ~= '0' then found[ym_profile] = true end
    end
  end
  return found
end

-- Finds the ym-profiles that each write touches. Of what no ym-profile has: none.
local function find_touched(batch)
  local users = users_in(batch)
  for _, write in ipairs(batch.writes) do write.touched = touched_by(batch, write, users) end
end

-- What the entry of a change says of the ym-profiles that it touched; '': it cannot touch any.
local function touched_text(write)
  local service = write.schema.service
  local ids = {}
  for id in pairs(write.touched) do table.insert(ids, id) end
  table.sort(ids)
  if #ids > 0 then return table.concat(ids, ' ') end
  return (service == 'ym-profile' or service == 'ym-auction-tier' or service == 'profile') and '-' or ''
end

-- Adds the batch to the steps of the ym-profiles that it touches. The writes have their revisions.
-- A step: the first and the last revision that touched the ym-profile, and how many objects were created, updated, deleted.
local function step(batch, through)
  local steps = {}
  for _, write in ipairs(batch.writes) do
    for ym_profile in pairs(write.touched) do
      local one = steps[ym_profile] or { first = write.revision, create = 0, update = 0, delete = 0 }
      steps[ym_profile] = one
      one.last = write.revision
      one[write.operation] = one[write.operation] + 1
    end
  end
  for ym_profile, one in pairs(steps) do
    local text = table.concat({ one.first, one.last, whole(one.create), whole(one.update), whole(one.delete) }, ' ')
    redis.call('ZADD', steps_key(batch.owner, ym_profile), through, text)
    redis.call('SADD', stepped_key(batch.owner), ym_profile)
  end
end

-- Removes the steps of an owner up to a revision.
local function trim_steps(owner, revision)
  for _, ym_profile in ipairs(redis.call('SMEMBERS', stepped_key(owner))) do
    local key = steps_key(owner, ym_profile)
    redis.call('ZREMRANGEBYSCORE', key, '-inf', revision)
    if redis.call('EXISTS', key) == 0 then redis.call('SREM', stepped_key(owner), ym_profile) end
  end
end
