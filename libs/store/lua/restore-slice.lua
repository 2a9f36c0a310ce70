-- A script of its own, not of the library: carries out commands of a restore on one partition, if all earlier ones of this
-- restore and none of another were carried out there.
-- keys: the progress of the restore in the partition; args: the progress that is expected, the next, commands as JSON, and
-- bytes: a number among the arguments of a command stands for the bytes at that place.
-- Replies 1, or 0 when the progress is another one; then nothing was done.

if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
for _, command in ipairs(cjson.decode(ARGV[3])) do
  for place, argument in ipairs(command) do
    if type(argument) == 'number' then command[place] = ARGV[3 + argument] end
  end
  redis.call(unpack(command))
end
redis.call('SET', KEYS[1], ARGV[2])
return 1
