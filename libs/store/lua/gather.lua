-- The part of the source before function.lua that makes one command of many.

-- Collects the arguments of a command, so that it is called once for many objects instead of once for each.
-- `gathered`: {{command, key, arguments}, ...}, also indexed by command and key.
local function gather(gathered, command, key, argument, second)
  local name = command .. key
  local call = gathered[name]
  if not call then
    call = { command = command, key = key, arguments = {} }
    gathered[name] = call
    gathered[#gathered + 1] = call
  end
  local arguments = call.arguments
  arguments[#arguments + 1] = argument
  if second then arguments[#arguments + 1] = second end
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
