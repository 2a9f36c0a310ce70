import { StoreUnavailable, StoreUnusable } from '../../port/store-error.ts';
import { pairs, toTexts } from '../layout/layout.ts';
import type { Command, RedisLink, WritePermit } from './link.ts';
import { infoField, type Server } from './server.ts';

/** Whether an acknowledged write is known to survive a crash of Redis. */
export interface Durability {
  /** `always`: synced before the reply. `confirmed`: the store waits for the sync. `unconfirmed`: it may be lost. */
  readonly policy: 'always' | 'confirmed' | 'unconfirmed';
  /** The server's settings; `unknown` where the user may not read them. */
  readonly appendonly: string;
  readonly appendfsync: string;
  /**
   * Why Redis may delete acknowledged writes, for operators; null: the server deletes no key by itself. Also set for a
   * policy that deletes only expiring keys: logins, counts of the report, and the records that prevent a repeated write
   * from being executed twice. Without its record an old update would overwrite a later one.
   */
  readonly eviction: string | null;
}

/** From the most durable to the least. */
const policies: readonly Durability['policy'][] = ['always', 'confirmed', 'unconfirmed'];

interface WatchOptions {
  readonly isRequired: boolean;
  readonly log: { warn(message: string): void };
  /** Milliseconds between two checks of a connection that stays up. */
  readonly everyMs: number;
}

/**
 * Tracks how durable an acknowledged write is at present. A server's settings can change while it runs, and after a
 * failover another server answers: so they are read periodically, and before the first write of each connection.
 */
export class DurabilityWatch {
  readonly #link: RedisLink;
  readonly #server: Server;
  readonly #options: WatchOptions;
  readonly #timer: NodeJS.Timeout;
  #current: Durability;
  #beforeFirstWrite: () => Promise<void> = () => Promise.resolve();
  #onEviction: () => Promise<void> = () => Promise.resolve();
  /** The number of keys that each server had deleted at the last check, by its run id. */
  #evicted: ReadonlyMap<string, number>;
  #isEvicting = false;
  /** Updated by each check; `createDurableWriter` reads it at each write. */
  readonly permit: { -readonly [Name in keyof WritePermit]: WritePermit[Name] };
  #checking: Promise<void> | undefined;

  private constructor(link: RedisLink, server: Server, options: WatchOptions, { current, evicted }: Inspection) {
    this.#link = link;
    this.#server = server;
    this.#options = options;
    this.#current = current;
    this.#evicted = evicted;
    this.permit = { ...this.#toPermit(current), check: () => this.#check() };
    this.checkAfterClose(link);
    this.#timer = setInterval(() => {
      // If Redis is unavailable, the next write checks again.
      this.#check().catch(() => undefined);
    }, options.everyMs).unref();
  }

  /** Throws `StoreUnusable` where durable writes are required and the server does not make them. */
  static async start(link: RedisLink, server: Server, options: WatchOptions): Promise<DurabilityWatch> {
    const found = await inspect(link, server);
    const { eviction } = found.current;
    const warning = warningOf(found.current, server);
    const first = eviction ?? warning;
    if (options.isRequired && first !== null) throw new StoreUnusable(`REQUIRE_DURABLE is set, but ${first}`);
    if (eviction !== null) options.log.warn(eviction);
    if (warning !== null) options.log.warn(warning);
    return new DurabilityWatch(link, server, options, found);
  }

  get current(): Durability {
    return this.#current;
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** Checks again before the first write after a connection was closed, because another server may answer then. */
  checkAfterClose({ client }: RedisLink): void {
    client.on('close', () => {
      this.permit.isChecked = false;
    });
  }

  /** Sets an action to run before the first write of each connection. If it fails, that write is refused. */
  beforeFirstWrite(action: () => Promise<void>): void {
    this.#beforeFirstWrite = action;
  }

  /** Sets the action to run when a server has deleted keys since the last check. */
  onEviction(action: () => Promise<void>): void {
    this.#onEviction = action;
  }

  #check(): Promise<void> {
    this.#checking ??= this.#inspect().finally(() => {
      this.#checking = undefined;
    });
    return this.#checking;
  }

  #toPermit(found: Durability): Omit<WritePermit, 'check'> {
    const permit = { isChecked: true, needsConfirmation: found.policy === 'confirmed' };
    const why = this.#options.isRequired ? (found.eviction ?? warningOf(found, this.#server)) : null;
    if (why === null) return { ...permit, refusal: null };
    const message = `REQUIRE_DURABLE is set, so nothing was written: ${why}`;
    return { ...permit, refusal: { message, trouble: found.eviction === null ? 'not_durable' : 'evicts' } };
  }

  async #inspect(): Promise<void> {
    if (!this.permit.isChecked) await this.#beforeFirstWrite();
    const { current: found, evicted } = await inspect(this.#link, this.#server);
    const before = this.#current;
    this.#current = found;
    Object.assign(this.permit, this.#toPermit(found));
    if (found.policy !== before.policy) {
      const warning = warningOf(found, this.#server);
      if (warning !== null) this.#options.log.warn(warning);
      else if (before.policy === 'unconfirmed') this.#options.log.warn('acknowledged writes are durable again');
    }
    await this.#noteEvicted(evicted);
  }

  /** Logs once when servers start to delete keys. A server that is new here does not count as deleting. */
  async #noteEvicted(evicted: ReadonlyMap<string, number>): Promise<void> {
    const before = this.#evicted;
    this.#evicted = evicted;
    const count = [...evicted].reduce((sum, [id, deleted]) => sum + deleted - (before.get(id) ?? deleted), 0);
    const hasBegun = count > 0 && !this.#isEvicting;
    this.#isEvicting = count > 0;
    if (hasBegun) {
      this.#options.log.warn(`Redis has deleted ${count} keys because its memory is full; each may be a stored object`);
    }
    // A store that is held for this reason logs it itself.
    if (count > 0) await this.#onEviction().catch(() => undefined);
  }
}

/** The result of checking all servers that take writes. */
interface Inspection {
  /** Of the least durable server. */
  readonly current: Durability;
  readonly evicted: ReadonlyMap<string, number>;
}

/** Checks every server that takes writes: the least durable one counts. */
async function inspect(link: RedisLink, server: Server): Promise<Inspection> {
  const found = await link.onEveryPrimary(async (run) => ({
    ...(await inspectPrimary(run, server)),
    memory: await readMemory(run),
  }));
  const [least] = found.toSorted((a, b) => policies.indexOf(b.policy) - policies.indexOf(a.policy));
  if (least === undefined) throw new StoreUnavailable('No server that takes writes is known at the moment');
  const { policy, appendonly, appendfsync } = least;
  const evicting = found.find(({ memory }) => mayEvict(memory));
  const eviction = evicting === undefined ? null : evictionText(evicting.memory, server);
  const evicted = new Map(found.map(({ memory }) => [memory.runId, memory.evicted]));
  return { current: { policy, appendonly, appendfsync, eviction }, evicted };
}

/** A server's behaviour when its memory is full. INFO has it even where CONFIG is not available. */
interface MemoryState {
  readonly runId: string;
  readonly policy: string;
  readonly maxmemory: string;
  /** Keys that it has deleted since it was started. */
  readonly evicted: number;
}

async function readMemory(run: Run): Promise<MemoryState> {
  const info = String(await run('INFO', 'server', 'memory', 'stats'));
  return {
    runId: infoField(info, 'run_id') ?? '',
    policy: infoField(info, 'maxmemory_policy') ?? 'unknown',
    maxmemory: infoField(info, 'maxmemory_human') ?? 'unknown',
    evicted: Number(infoField(info, 'evicted_keys') ?? 0),
  };
}

/** Whatever `maxmemory` is now: it is changed as easily. */
const mayEvict = ({ policy }: MemoryState): boolean => /^(?:allkeys|volatile)-/.test(policy);

function evictionText({ policy, maxmemory, evicted }: MemoryState, { name }: Server): string {
  const keys = policy.startsWith('volatile-')
    ? 'keys that expire: logins, counts of the report, and what keeps a write that is sent again from being done twice'
    : 'keys of any kind: acknowledged writes are lost';
  const sofar = evicted === 0 ? '' : `, ${evicted} keys deleted since it was started`;
  return (
    `${name === 'valkey' ? 'Valkey' : 'Redis'} deletes keys when its memory is full (maxmemory-policy ${policy}, ` +
    `maxmemory ${maxmemory}${sofar}), ${keys}; set "CONFIG SET maxmemory-policy noeviction", and in its configuration file`
  );
}

type Run = (...command: Command) => Promise<unknown>;

async function inspectPrimary(run: Run, server: Server): Promise<Omit<Durability, 'eviction'>> {
  const reply = await orRefused(run('CONFIG', 'GET', 'append*'));
  // Managed servers do not offer CONFIG.
  const { appendonly = 'unknown', appendfsync = 'unknown' } = reply === undefined ? {} : pairs(toTexts(reply));
  if (appendonly === 'yes' && appendfsync === 'always') return { policy: 'always', appendonly, appendfsync };
  // Without an append-only file WAITAOF is an error; a user may lack the right to call it.
  const canConfirm =
    server.confirmsSync && appendonly !== 'no' && (await orRefused(run('WAITAOF', '1', '0', '1'))) !== undefined;
  return { policy: canConfirm ? 'confirmed' : 'unconfirmed', appendonly, appendfsync };
}

/** Undefined if the server refuses the command itself. Throws if it does not answer, or cannot at present. */
async function orRefused(reply: Promise<unknown>): Promise<unknown> {
  try {
    return await reply;
  } catch (error) {
    if (error instanceof Error && error.name === 'ReplyError' && /^(ERR|NOPERM)\b/.test(error.message))
      return undefined;
    throw error;
  }
}

/** The warning for operators; null if acknowledged writes are durable. */
function warningOf({ policy, appendonly, appendfsync }: Durability, server: Server): string | null {
  if (policy !== 'unconfirmed') return null;
  return (
    `${server.name === 'valkey' ? 'Valkey' : 'Redis'} ${server.version} may lose acknowledged writes when it crashes ` +
    `(appendonly ${appendonly}, appendfsync ${appendfsync}); set "appendonly yes" and "appendfsync always", ` +
    'or use Redis 7.2 or newer with "appendonly yes"'
  );
}
