import { createClient, type RedisClientType } from 'redis';

/**
 * Of every key a digest of what it holds, read in one piece inside Redis. Of a stream it is enough how many entries it
 * has and ever had, for entries never change.
 */
const script = `
local digests, cursor = {}, '0'
local function sorted(list) table.sort(list) return list end
local function pairs_of(flat)
  local joined = {}
  for i = 1, #flat, 2 do joined[#joined + 1] = flat[i] .. '\\0' .. flat[i + 1] end
  return sorted(joined)
end
local read = {
  string = function(key) return { redis.call('GET', key) } end,
  hash = function(key) return pairs_of(redis.call('HGETALL', key)) end,
  set = function(key) return sorted(redis.call('SMEMBERS', key)) end,
  zset = function(key) return redis.call('ZRANGE', key, 0, -1, 'WITHSCORES') end,
  list = function(key) return redis.call('LRANGE', key, 0, -1) end,
  stream = function(key)
    local info, known = redis.call('XINFO', 'STREAM', key), {}
    for i = 1, #info, 2 do known[info[i]] = info[i + 1] end
    return { known['length'], known['last-generated-id'], known['entries-added'] or '' }
  end,
}
repeat
  local page = redis.call('SCAN', cursor, 'COUNT', 1000)
  cursor = page[1]
  for _, key in ipairs(page[2]) do
    local kind = redis.call('TYPE', key).ok
    digests[#digests + 1] = key
    digests[#digests + 1] = redis.sha1hex(kind .. '\\0' .. table.concat(read[kind](key), '\\0'))
  end
until cursor == '0'
return digests
`;

/**
 * No state that anybody sees: counts of calls and of failed logins, which end by themselves, and the last ids drawn, of
 * which a refused create may leave a gap.
 */
const isPassing = (key: string) =>
  /^at:(?:throttle|failures|counter):|^\{auction-tiers-simulator\}:simulation:(?:last|meta)$/.test(key);

/** Watches everything that is stored, through a client that is not the service's. */
export class StoredWatch {
  readonly #client: RedisClientType;
  #digests: ReadonlyMap<string, string> = new Map();
  #writes = '';

  private constructor(client: RedisClientType) {
    this.#client = client;
  }

  static async open(url: string): Promise<StoredWatch> {
    const client: RedisClientType = createClient({ url });
    await client.connect();
    const watch = new StoredWatch(client);
    await watch.changes();
    return watch;
  }

  close(): void {
    this.#client.destroy();
  }

  /** The keys that hold something else than at the last call, each with a sign: + new, - gone, ~ changed. */
  async changes(): Promise<string[]> {
    // Redis counts what it writes, and this one never saves: where it wrote nothing, nothing has to be read.
    const writes = /rdb_changes_since_last_save:(\d+)/.exec(await this.#client.info('persistence'))?.[1] ?? '';
    if (writes === this.#writes) return [];
    this.#writes = writes;
    const before = this.#digests;
    const now = await this.#read();
    this.#digests = now;
    const gone = [...before.keys()].filter((key) => !now.has(key));
    const other = [...now].filter(([key, digest]) => before.get(key) !== digest);
    return [...gone.map((key) => `- ${key}`), ...other.map(([key]) => `${before.has(key) ? '~' : '+'} ${key}`)];
  }

  async #read(): Promise<ReadonlyMap<string, string>> {
    const flat = (await this.#client.eval(script)) as string[];
    const digests = new Map<string, string>();
    for (let place = 0; place < flat.length; place += 2) {
      const [key = '', digest = ''] = flat.slice(place, place + 2);
      if (!isPassing(key)) digests.set(key, digest);
    }
    return digests;
  }
}
