-- A read-only script of its own, not of the library: the steps of ym-profiles that are missing, of one moment.
-- keys: sets of the ym-profiles of owners that have steps. Replies the missing keys.

local lost = {}
for _, set in ipairs(KEYS) do
  for _, id in ipairs(redis.call('TYPE', set).ok == 'set' and redis.call('SMEMBERS', set) or {}) do
    local key = set .. ':' .. id
    if id ~= '0' and redis.call('EXISTS', key) == 0 then table.insert(lost, key) end
  end
end
return lost
