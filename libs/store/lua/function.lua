-- A fresh id; nil when the next hundred of the counter are all taken by objects whose key begins so.
local function draw(counter, object)
  for _ = 1, 100 do
    local id = whole(redis.call('INCR', counter))
    if redis.call('EXISTS', object .. id) == 0 then return id end
  end
end

-- keys: any of the partition; for a create whose id is drawn here, its counter too.
-- args: prefix of the partition, its number, plan, id or '', member id or '', user, request id, guard, key of the record of
--   the create or '', what it asks for, then field, text, ...
-- plan: as above, and operation, and reserved: the id is reserved for this create.
-- guard: for an update the expected revision, for a delete too or '', for a create the limit or ''.
local function mutate(keys, args)
  local plan, id, guard, record_key = cjson.decode(args[3]), args[4], args[8], args[9]
  local is_create = plan.operation == 'create'
  if record_key ~= '' then
    local record = recall(record_key)
    if #record > 0 then return { 'recalled', unpack(record) } end
  end
  if id == '' then id = draw(keys[2], args[1] .. plan.service .. ':') end
  if not id then return { 'exists' } end
  local write = { operation = plan.operation, plan = plan, id = id, guard = is_create and '' or guard, fields = {} }
  for i = 11, #args, 2 do write.fields[args[i]] = args[i + 1] end
  if is_create then write.fields.id = id end
  local step = {
    prefix = args[1], partition = args[2], owner = owner_name(args[1], args[5]), member_id = args[5], user = args[6],
    request_id = args[7], limits = { [plan.service] = is_create and guard ~= '' and guard or nil }, writes = { write },
    now = redis.call('TIME'),
  }
  local refusal = judge(step)
  if refusal then
    -- Whoever sends this create takes another id now, and must not find this one free again later.
    local is_lost = plan.reserved and refusal[1] == 'exists' and record_key ~= ''
    if is_lost then remember(record_key, 'service', plan.service, 'is_taken', '1') end
    return refusal
  end
  local revision = apply(step)
  if record_key ~= '' then
    remember(
      record_key, 'fingerprint', args[10], 'service', plan.service, 'id', id, 'revision', revision,
      'time_ms', step.time_ms, 'user', step.user, 'request_id', step.request_id, 'after', write.after
    )
  end
  return { 'ok', revision, step.time_ms, id, write.before, write.after }
end

-- Many writes of one member in one step. keys: any of the partition.
-- args: prefix of the partition, its number, member id, user, request id, order, and as JSON the list of all writes, each
--   [operation, service, id, fields]: as arguments of their own they would be too many for clients.
-- order: {known, plans: {service: plan}, limits: {service: most}, record: {key, fingerprint, service, answer} or none,
--   is_trial}. known: the revision up to which the writer knows the member's changes; is_trial: only judged.
local function mutate_all(keys, args)
  local order = cjson.decode(args[6])
  local step = {
    prefix = args[1], partition = args[2], owner = owner_name(args[1], args[3]), member_id = args[3], user = args[4],
    request_id = args[5], limits = order.limits, writes = {}, now = redis.call('TIME'),
  }
  local record = order.record
  if record then
    local found = recall(record.key)
    if #found > 0 then return { 'recalled', unpack(found) } end
  end
  local newest = redis.call('ZRANGE', step.owner .. ':changes', 0, 0, 'REV')[1] or '0'
  if tonumber(newest) > tonumber(order.known) then return { 'refused', '', 'changed' } end
  for _, write in ipairs(cjson.decode(args[7])) do
    table.insert(step.writes, {
      operation = write[1], plan = order.plans[write[2]], id = write[3], guard = '', fields = write[4],
    })
  end
  local refusal, place = judge(step)
  if refusal then return { 'refused', whole(place - 1), unpack(refusal) } end
  local revision = redis.call('GET', step.prefix .. 'revision') or '0'
  if order.is_trial then return { 'ok', revision } end
  if #step.writes > 0 then revision = apply(step) end
  if record then
    remember(
      record.key, 'fingerprint', record.fingerprint, 'service', record.service, 'revision', revision,
      'answer', record.answer
    )
  end
  return { 'ok', revision }
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

redis.register_function('auction_tiers_v4_mutate', mutate)
redis.register_function('auction_tiers_v4_mutate_all', mutate_all)
redis.register_function('auction_tiers_v4_recall', function(keys) return recall(keys[1]) end)
redis.register_function('auction_tiers_v4_raise', raise)
redis.register_function('auction_tiers_v4_reserve', reserve)
redis.register_function({ function_name = 'auction_tiers_v4_find', callback = find, flags = { 'no-writes' } })
