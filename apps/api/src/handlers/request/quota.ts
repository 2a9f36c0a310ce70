import { maxObjectBytes, type Plain, ServiceError } from '@auction-tiers/contract';
import type { Mirror } from '../../mirror/mirror.ts';
import type { Settings } from '../../settings/settings.ts';
import { forEachBreathing } from '../../loop/breathe.ts';
import type { Throttle } from '../../throttle/throttle.ts';

const mebibyte = 1024 * 1024;

/** An object before and after a write. */
export interface Written {
  readonly service: string;
  /** Null for a new object. */
  readonly id: number | null;
  readonly before: Plain | null;
  readonly after: Plain | null;
}

/** What members may store, and write per minute, in bytes of JSON. Sizes of single objects are bounded for all owners. */
export class Quota {
  readonly #memberBytes: Pick<MemberBytes, 'of'>;
  readonly #throttle: Pick<Throttle, 'takeBytes'>;
  readonly #maxMebibytes: number;
  /** Bytes of writes that are under way, by member. */
  readonly #held = new Map<number, number>();

  constructor(
    memberBytes: Pick<MemberBytes, 'of'>,
    throttle: Pick<Throttle, 'takeBytes'>,
    { MAX_MEMBER_MB }: Pick<Settings, 'MAX_MEMBER_MB'>,
  ) {
    this.#memberBytes = memberBytes;
    this.#throttle = throttle;
    this.#maxMebibytes = MAX_MEMBER_MB;
  }

  /**
   * Throws `limit` or `rate_exceeded` unless the owner may make these writes together. Else gives the function to call once
   * they are done, or have failed: until then they count as stored. The bytes of a dry run are not counted as written.
   */
  async admit(owner: number | null, writes: readonly Written[], isDryRun = false): Promise<() => void> {
    const { growth, written } = await measure(writes);
    if (owner === null || written === 0) return () => {};
    if (growth > 0) {
      const stored = await this.#memberBytes.of(owner);
      const taken = stored + (this.#held.get(owner) ?? 0);
      if (taken + growth > this.#maxMebibytes * mebibyte) throw tooMuch(taken, growth, this.#maxMebibytes);
    }
    this.#hold(owner, growth);
    try {
      const refusal = isDryRun ? null : await this.#throttle.takeBytes(owner, written);
      if (refusal !== null) throw refusal;
    } catch (error) {
      this.#hold(owner, -growth);
      throw error;
    }
    return () => this.#hold(owner, -growth);
  }

  #hold(owner: number, bytes: number): void {
    const held = (this.#held.get(owner) ?? 0) + bytes;
    if (held === 0) this.#held.delete(owner);
    else this.#held.set(owner, held);
  }
}

/** By how many bytes the writes make an owner's objects larger, and the bytes of all that they write. */
async function measure(writes: readonly Written[]): Promise<{ readonly growth: number; readonly written: number }> {
  let growth = 0;
  let written = 0;
  await forEachBreathing(writes, ({ service, id, before, after }) => {
    const bytes = after === null ? 0 : jsonBytes(after);
    if (bytes > maxObjectBytes) throw tooLarge(service, id, bytes);
    growth += bytes - (before === null ? 0 : jsonBytes(before));
    written += bytes;
  });
  return { growth: Math.max(0, growth), written };
}

function tooLarge(service: string, id: number | null, bytes: number): ServiceError {
  const object = id === null ? `the new ${service}` : `${service} ${id}`;
  return new ServiceError(
    'limit',
    `${object} would have ${bytes} bytes as JSON, allowed: ${maxObjectBytes} for one object`,
  );
}

function tooMuch(taken: number, growth: number, maxMebibytes: number): ServiceError {
  const allowed = `allowed: ${maxMebibytes * mebibyte} (${maxMebibytes} MiB) for all objects of a member`;
  return new ServiceError('limit', `your objects have ${taken} bytes as JSON, and this adds ${growth}, ${allowed}`);
}

/** An object before and after a change; null: there was or is none. */
type Pair = readonly [before: Plain | null, after: Plain | null];

/**
 * Bounds of the changes of a member that wait to be counted; beyond one, the member is counted anew when it is next
 * asked about. Replaced and removed objects stay in memory until then; the mirror keeps created ones anyway.
 */
const mostPending = { changes: 20_000, replaced: 1000 };

interface Account {
  bytes: number;
  /** Changes that are not counted yet. */
  pending: Pair[];
  /** How many of the pending changes replace or remove an object. */
  replaced: number;
  counting: Promise<void>;
}

/** The UTF-8 of an object as JSON. */
export const jsonBytes = (row: Plain): number => Buffer.byteLength(JSON.stringify(row));

/**
 * How many bytes the objects of each member take together, as JSON. A member is counted when it is first asked about;
 * later its changes are: an import changes thousands of objects at once.
 */
export class MemberBytes {
  readonly #mirror: Mirror;
  readonly #accounts = new Map<number, Account>();

  constructor(mirror: Mirror) {
    this.#mirror = mirror;
    mirror.listen(({ owner, before, after }) => {
      const account = typeof owner === 'number' ? this.#accounts.get(owner) : undefined;
      if (typeof owner !== 'number' || account === undefined) return;
      account.pending.push([before, after]);
      if (before !== null) account.replaced++;
      const isMuch = account.pending.length > mostPending.changes || account.replaced > mostPending.replaced;
      if (isMuch) this.#accounts.delete(owner);
    });
  }

  async of(memberId: number): Promise<number> {
    const account = this.#accounts.get(memberId) ?? this.#open(memberId);
    const { pending } = account;
    account.pending = [];
    account.replaced = 0;
    account.counting = account.counting.then(() => count(account, pending));
    await account.counting;
    return account.bytes;
  }

  #open(memberId: number): Account {
    const account: Account = { bytes: 0, pending: [], replaced: 0, counting: Promise.resolve() };
    account.counting = countAll(account, this.#mirror.rowsOfMember(memberId));
    this.#accounts.set(memberId, account);
    return account;
  }
}

async function countAll(account: Account, lists: readonly (readonly Plain[])[]): Promise<void> {
  for (const rows of lists) {
    await forEachBreathing(rows, (row) => {
      account.bytes += jsonBytes(row);
    });
  }
}

const count = (account: Account, pairs: readonly Pair[]): Promise<void> =>
  forEachBreathing(pairs, ([before, after]) => {
    account.bytes += (after === null ? 0 : jsonBytes(after)) - (before === null ? 0 : jsonBytes(before));
  });
