import type { Plain } from '@auction-tiers/contract';
import { inSlices } from '../slice/slice.ts';
import { type Mirror, ownerOf } from './mirror.ts';

/** An object before and after a change; null: there was or is none. */
type Pair = readonly [before: Plain | null, after: Plain | null];

/** A member with more changes than this since it was last asked about is counted anew when it is asked about next. */
const mostPending = 1000;

interface Account {
  bytes: number;
  /** Changes that are not counted yet. */
  pending: Pair[];
  counting: Promise<void>;
}

/** The UTF-8 of an object as JSON. */
export const jsonBytes = (row: Plain): number => Buffer.byteLength(JSON.stringify(row));

/**
 * How many bytes the objects of each member take together, as JSON. A member is counted when it is first asked about;
 * later its changes are, in slices, because an import changes thousands of objects at once.
 */
export class MemberBytes {
  readonly #mirror: Mirror;
  readonly #accounts = new Map<number, Account>();

  constructor(mirror: Mirror) {
    this.#mirror = mirror;
    mirror.listen(({ service, before, after }) => {
      const row = after ?? before;
      const owner = row === null ? null : ownerOf(service, row);
      const account = typeof owner === 'number' ? this.#accounts.get(owner) : undefined;
      if (typeof owner !== 'number' || account === undefined) return;
      account.pending.push([before, after]);
      if (account.pending.length > mostPending) this.#accounts.delete(owner);
    });
  }

  async of(memberId: number): Promise<number> {
    const account = this.#accounts.get(memberId) ?? this.#open(memberId);
    const { pending } = account;
    account.pending = [];
    account.counting = account.counting.then(() => inSlices(count(account, pending)));
    await account.counting;
    return account.bytes;
  }

  #open(memberId: number): Account {
    const pending = this.#mirror.rowsOfMember(memberId).map((row): Pair => [null, row]);
    const account = { bytes: 0, pending, counting: Promise.resolve() };
    this.#accounts.set(memberId, account);
    return account;
  }
}

function* count(account: Account, pairs: readonly Pair[]): Generator<undefined, void, undefined> {
  for (const [before, after] of pairs) {
    account.bytes += (after === null ? 0 : jsonBytes(after)) - (before === null ? 0 : jsonBytes(before));
    yield;
  }
}
