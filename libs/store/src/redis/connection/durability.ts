import { StoreUnavailable, StoreUnusable } from '../../port/store-error.ts';
import { pairs, toTexts } from '../layout/layout.ts';
import type { Command, RedisLink, WritePermit } from './link.ts';
import type { Server } from './server.ts';

/** Whether an acknowledged write is known to survive a crash of Redis. */
export interface Durability {
  /** `always`: synced before the reply. `confirmed`: the store waits for the sync. `unconfirmed`: it may be lost. */
  readonly policy: 'always' | 'confirmed' | 'unconfirmed';
  /** The server's settings; `unknown` where the user may not read them. */
  readonly appendonly: string;
  readonly appendfsync: string;
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
 * Knows how durable an acknowledged write is at present. The settings of a server can be changed while it runs, and after
 * a failover the server is another one: so they are read anew now and then, and before the first write of each connection.
 */
export class DurabilityWatch {
  readonly #link: RedisLink;
  readonly #server: Server;
  readonly #options: WatchOptions;
  readonly #timer: NodeJS.Timeout;
  #current: Durability;
  #beforeFirstWrite: () => Promise<void> = () => Promise.resolve();
  /** Follows what is found; `createDurableWriter` reads it at each write. */
  readonly permit: { -readonly [Name in keyof WritePermit]: WritePermit[Name] };
  #checking: Promise<void> | undefined;

  private constructor(link: RedisLink, server: Server, options: WatchOptions, current: Durability) {
    this.#link = link;
    this.#server = server;
    this.#options = options;
    this.#current = current;
    this.permit = { ...this.#toPermit(current), check: () => this.#check() };
    this.checkAfterClose(link);
    this.#timer = setInterval(() => {
      // Where Redis is away, the next write asks again.
      this.#check().catch(() => undefined);
    }, options.everyMs).unref();
  }

  /** Throws `StoreUnusable` where durable writes are required and the server does not make them. */
  static async start(link: RedisLink, server: Server, options: WatchOptions): Promise<DurabilityWatch> {
    const current = await inspect(link, server);
    const warning = warningOf(current, server);
    if (warning !== null) {
      if (options.isRequired) {
        throw new StoreUnusable(`REQUIRE_DURABLE is set, but ${warning}`, { trouble: 'not_durable' });
      }
      options.log.warn(warning);
    }
    return new DurabilityWatch(link, server, options, current);
  }

  get current(): Durability {
    return this.#current;
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** Checks again before the first write after a connection was closed: it may lead to another server then. */
  checkAfterClose({ client }: RedisLink): void {
    client.on('close', () => {
      this.permit.isChecked = false;
    });
  }

  /** Sets what else is done before the first write of each connection. Where it fails, that write is refused. */
  beforeFirstWrite(action: () => Promise<void>): void {
    this.#beforeFirstWrite = action;
  }

  #check(): Promise<void> {
    this.#checking ??= this.#inspect().finally(() => {
      this.#checking = undefined;
    });
    return this.#checking;
  }

  #toPermit(found: Durability): Omit<WritePermit, 'check'> {
    const warning = this.#options.isRequired ? warningOf(found, this.#server) : null;
    const refusal = warning === null ? null : `REQUIRE_DURABLE is set, so nothing was written: ${warning}`;
    return { isChecked: true, refusal, needsConfirmation: found.policy === 'confirmed' };
  }

  async #inspect(): Promise<void> {
    if (!this.permit.isChecked) await this.#beforeFirstWrite();
    const found = await inspect(this.#link, this.#server);
    const before = this.#current;
    this.#current = found;
    Object.assign(this.permit, this.#toPermit(found));
    if (found.policy === before.policy) return;
    const warning = warningOf(found, this.#server);
    if (warning !== null) this.#options.log.warn(warning);
    else if (before.policy === 'unconfirmed') this.#options.log.warn('acknowledged writes are durable again');
  }
}

/** How durable a write is on every server that takes writes: the least durable one counts. */
async function inspect(link: RedisLink, server: Server): Promise<Durability> {
  const found = await link.onEveryPrimary((run) => inspectPrimary(run, server));
  const [least] = found.toSorted((a, b) => policies.indexOf(b.policy) - policies.indexOf(a.policy));
  if (least === undefined) throw new StoreUnavailable('No server that takes writes is known at the moment');
  return least;
}

type Run = (...command: Command) => Promise<unknown>;

async function inspectPrimary(run: Run, server: Server): Promise<Durability> {
  const reply = await orRefused(run('CONFIG', 'GET', 'append*'));
  // Managed servers do not offer CONFIG.
  const { appendonly = 'unknown', appendfsync = 'unknown' } = reply === undefined ? {} : pairs(toTexts(reply));
  if (appendonly === 'yes' && appendfsync === 'always') return { policy: 'always', appendonly, appendfsync };
  // Without an append-only file WAITAOF is an error; a user may lack the right to call it.
  const canConfirm =
    server.confirmsSync && appendonly !== 'no' && (await orRefused(run('WAITAOF', '1', '0', '1'))) !== undefined;
  return { policy: canConfirm ? 'confirmed' : 'unconfirmed', appendonly, appendfsync };
}

/** Undefined where the server refuses the command itself. Throws where it does not answer, or cannot now. */
async function orRefused(reply: Promise<unknown>): Promise<unknown> {
  try {
    return await reply;
  } catch (error) {
    if (error instanceof Error && error.name === 'ReplyError' && /^(ERR|NOPERM)\b/.test(error.message))
      return undefined;
    throw error;
  }
}

/** What to warn operators of; null when acknowledged writes are durable. */
function warningOf({ policy, appendonly, appendfsync }: Durability, server: Server): string | null {
  if (policy !== 'unconfirmed') return null;
  return (
    `${server.name === 'valkey' ? 'Valkey' : 'Redis'} ${server.version} may lose acknowledged writes when it crashes ` +
    `(appendonly ${appendonly}, appendfsync ${appendfsync}); set "appendonly yes" and "appendfsync always", ` +
    'or use Redis 7.2 or newer with "appendonly yes"'
  );
}
