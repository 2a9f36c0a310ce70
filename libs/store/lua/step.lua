-- A step: writes {operation, plan, id, guard, fields} to objects of one owner, of which all are done or none.
-- plan: {service, references: [{field, service}], unique: [{field, list, secret}], fields: [attribute], created, modified}
-- guard: the revision that the object must have, or ''.

local function owner_name(prefix, member_id)
  return prefix .. (member_id == '' and 'shared' or 'member:' .. member_id)
end
local function owned_key(step, service) return step.owner .. ':' .. service end
local function unique_key(step, plan, unique) return step.owner .. ':unique:' .. plan.service .. ':' .. unique.field end
local function referrers_key(step, service, id) return step.prefix .. 'referrers:' .. service .. ':' .. id end
local function referrer_of(write, reference) return write.plan.service .. ':' .. reference.field .. ':' .. write.id end

-- The hash of a write's object before it, and after.
local function open(step, write)
  local plan = write.plan
  write.key = step.prefix .. plan.service .. ':' .. write.id
  write.old, write.new = read_hash(write.key), {}
  if write.operation == 'delete' then return end
  for field, text in pairs(write.old) do write.new[field] = text end
  for _, field in ipairs(plan.fields) do write.new[field] = nil end
  step.date = step.date or date_text(tonumber(step.now[1]))
  if plan.modified then write.fields[plan.modified] = step.date end
  if plan.created and write.operation == 'create' then write.fields[plan.created] = step.date end
  for field, text in pairs(write.fields) do write.new[field] = text end
end

-- What the writes bring and take away together, for each is judged by what is there in the end.
local function survey(step)
  step.made, step.gone, step.released, step.dropped, step.taken, step.growth = {}, {}, {}, {}, {}, {}
  step.owned = {}
  for _, write in ipairs(step.writes) do
    open(step, write)
    local plan, change = write.plan, { create = 1, update = 0, delete = -1 }
    local object = plan.service .. ':' .. write.id
    if write.operation == 'create' then step.made[object] = true end
    if write.operation == 'delete' then step.gone[object] = true end
    step.growth[plan.service] = (step.growth[plan.service] or 0) + change[write.operation]
    for _, unique in ipairs(plan.unique) do
      for _, value in ipairs(held_values(unique, write.old[unique.field])) do
        step.released[unique_key(step, plan, unique) .. '\0' .. value] = write.id
      end
    end
    for _, reference in ipairs(plan.references) do
      local from = write.old[reference.field]
      if from and from ~= write.new[reference.field] then
        step.dropped[referrers_key(step, reference.service, from) .. '\0' .. referrer_of(write, reference)] = true
      end
    end
  end
end

-- Whether the owner has an object, asked once for all writes of the step that refer to it.
local function is_owned(step, service, id)
  local object = service .. ':' .. id
  if step.owned[object] == nil then
    step.owned[object] = redis.call('SISMEMBER', owned_key(step, service), id) == 1
  end
  return step.owned[object]
end

-- Why a write cannot be done, or nil.
local function refusal_of(step, write)
  local plan, id = write.plan, write.id
  local owned = owned_key(step, plan.service)
  if write.operation == 'create' then
    if next(write.old) then return { 'exists' } end
    local limit, growth = step.limits[plan.service], step.growth[plan.service]
    if limit and growth > 0 then
      step.count = step.count or {}
      step.count[owned] = step.count[owned] or redis.call('SCARD', owned)
      if step.count[owned] + growth > tonumber(limit) then return { 'limit', limit } end
    end
  else
    if not is_owned(step, plan.service, id) then return { 'not_found' } end
    if write.guard ~= '' and write.old._revision ~= write.guard then return { 'changed' } end
  end
  for _, reference in ipairs(plan.references) do
    local target = write.new[reference.field]
    local object = target and reference.service .. ':' .. target
    local is_there = target and not step.gone[object]
      and (step.made[object] or is_owned(step, reference.service, target))
    if target and not is_there then return { 'dangling', reference.field, reference.service, target } end
  end
  for _, unique in ipairs(plan.unique) do
    local key = unique_key(step, plan, unique)
    for _, value in ipairs(held_values(unique, write.new[unique.field])) do
      local place = key .. '\0' .. value
      local stored = redis.call('HGET', key, value)
      local holder = step.taken[place] or (stored and step.released[place] ~= stored and stored) or id
      if holder ~= id then return { 'duplicate', unique.field, unique.secret and '' or value, holder } end
      step.taken[place] = id
    end
  end
  if write.operation == 'delete' then
    local service, count = count_referrers(referrers_key(step, plan.service, id), step.dropped)
    if service then return { 'in_use', service, whole(count) } end
  end
end

-- Judges all writes. Gives nil, or the first refusal and the place of its write, from 1.
local function judge(step)
  survey(step)
  for place, write in ipairs(step.writes) do
    local refusal = refusal_of(step, write)
    if refusal then return refusal, place end
  end
end

-- Adds the writes to the change log. The first entry is the only thing that could be refused (by a stream that is ahead of
-- the revision), so all or nothing.
local function log(step)
  local revision = tonumber(redis.call('GET', step.prefix .. 'revision') or '0')
  local through = whole(revision + #step.writes)
  local revisions = {}
  step.time_ms = whole(tonumber(step.now[1]) * 1000 + math.floor(tonumber(step.now[2]) / 1000))
  for place, write in ipairs(step.writes) do
    write.revision = whole(revision + place)
    local before = write.operation == 'create' and '' or to_image(write.old)
    local after = write.operation == 'delete' and '' or to_image(write.new)
    -- Of many, nobody asks for them again, and they would be most of what the step keeps in memory.
    if #step.writes == 1 then write.before, write.after = before, after end
    local entry = {
      'service', write.plan.service, 'id', write.id, 'operation', write.operation, 'user', step.user,
      'request_id', step.request_id, 'time_ms', step.time_ms,
    }
    local function add(field, text)
      if text ~= '' then
        table.insert(entry, field)
        table.insert(entry, text)
      end
    end
    add('through', #step.writes > 1 and through or '')
    add('member_id', step.member_id)
    add('before', before)
    add('after', after)
    redis.call('XADD', step.prefix .. 'changes', write.revision .. '-0', unpack(entry))
    gather(revisions, 'ZADD', step.owner .. ':changes', write.revision, write.revision)
  end
  call_gathered(revisions)
  redis.call('SET', step.prefix .. 'revision', through)
  return through
end

-- Stores the hash of a write's object, and gathers what changes in the sets that name it.
local function store(step, write, gathered)
  local plan, id = write.plan, write.id
  for _, reference in ipairs(plan.references) do
    local from, to = write.old[reference.field], write.new[reference.field]
    local referrer = referrer_of(write, reference)
    if from and from ~= to then gather(gathered, 'SREM', referrers_key(step, reference.service, from), referrer) end
    if to and from ~= to then gather(gathered, 'SADD', referrers_key(step, reference.service, to), referrer) end
  end
  local owned, all = owned_key(step, plan.service), step.prefix .. 'all:' .. plan.service
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
  for _, field in ipairs(plan.fields) do
    if write.old[field] and not write.new[field] then table.insert(cleared, field) end
  end
  if #cleared > 0 then redis.call('HDEL', write.key, unpack(cleared)) end
  if write.operation == 'create' then
    gather(gathered, 'SADD', owned, id)
    gather(gathered, 'SADD', all, id)
  end
end

-- The values that a write gives up in the indexes of unique attributes, and those that it takes.
local function index(step, write, released, changed)
  for _, unique in ipairs(write.plan.unique) do
    local from, to = write.old[unique.field], write.new[unique.field]
    if from ~= to then
      local key = unique_key(step, write.plan, unique)
      for _, value in ipairs(held_values(unique, from)) do gather(released, 'HDEL', key, value) end
      for _, value in ipairs(held_values(unique, to)) do gather(changed, 'HSET', key, value, write.id) end
    end
  end
end

-- Does all writes, which must have been judged, and tells of them. Gives the last revision.
local function apply(step)
  local revision = log(step)
  local released, changed = {}, {}
  for _, write in ipairs(step.writes) do
    index(step, write, released, changed)
    store(step, write, changed)
  end
  -- All values are given up before any is taken: one object may take what another gives up.
  call_gathered(released)
  call_gathered(changed)
  -- A hint that cannot be given must not fail what is done.
  redis.pcall('PUBLISH', 'at:hint', step.partition .. ' ' .. revision)
  return revision
end
