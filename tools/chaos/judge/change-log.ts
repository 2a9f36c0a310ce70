import { isDeepStrictEqual } from 'node:util';
import type { Write } from '../traffic/ledger.ts';

type Fields = Readonly<Record<string, unknown>>;

/** An entry of the change log, as listed. */
export interface Change {
  readonly revision: string;
  readonly service: string;
  readonly resource_id: number;
  readonly operation: string;
  /** Null: a user or a key of the member, whose changes are numbered with those of the installation. */
  readonly member_id: number | null;
  readonly request_id: string;
  /** For an update the fields that changed. */
  readonly before: Fields | null;
  readonly after: Fields | null;
}

/** The number of a revision, which counts the changes of its partition. */
const numberOf = ({ revision }: Pick<Change, 'revision'>) => Number(revision.split('-')[1]);

/**
 * Checks that acknowledged writes made their changes exactly once, writes with unknown results at most once, refused
 * ones never; that a write's changes are consecutive; and that a write sent after another's acknowledgement is later.
 */
export function checkWrites(writes: readonly Write[], changes: readonly Change[]): string[] {
  const broken: string[] = [];
  const ofRequest = Map.groupBy(changes, (change) => change.request_id);
  const done: { readonly write: Write; readonly number: number }[] = [];
  for (const write of writes) {
    const { state = 'unknown', changeCount, requestId, version } = write;
    const numbers = (ofRequest.get(requestId) ?? []).map(numberOf);
    const isWhole =
      numbers.length === changeCount && numbers.every((number, index) => number === (numbers[0] ?? 0) + index);
    const isNone = numbers.length === 0;
    if (!(state === 'acknowledged' ? isWhole : state === 'refused' ? isNone : isWhole || isNone)) {
      broken.push(
        `write ${requestId} (${version}) is ${state} and made changes ${numbers.join(', ')} of ${changeCount}`,
      );
    } else if (state === 'acknowledged') done.push({ write, number: numbers[0] ?? 0 });
  }
  let earliest: Write | undefined;
  for (const { write } of done.toSorted((left, right) => right.number - left.number)) {
    if (earliest !== undefined && write.sentMs > earliest.endedMs) {
      broken.push(`write ${write.requestId} was sent after ${earliest.requestId} was acknowledged, and is before it`);
    }
    if (earliest === undefined || write.endedMs < earliest.endedMs) earliest = write;
  }
  return broken;
}

/** Checks that applying the changes, oldest first, gives the present tiers, and that each fits the ones before. */
export function checkReplay(changes: readonly Change[], tiers: readonly { readonly id: number }[]): string[] {
  const broken: string[] = [];
  const made = new Map<string, Fields>();
  let [count, ofUsers] = [0, 0];
  for (const change of changes) {
    const { service, resource_id: id, operation, member_id: memberId, before, after, revision } = change;
    const number = numberOf(change);
    if (memberId === null) {
      if (number <= ofUsers) broken.push(`revision ${revision} comes after number ${ofUsers} of the installation`);
      ofUsers = number;
    } else if (number !== ++count) broken.push(`revision ${revision} is number ${count} of the changes`);
    const name = `${service} ${id}`;
    const known = made.get(name);
    if ((operation === 'create') !== (known === undefined)) {
      broken.push(
        `revision ${revision} is a ${operation} of ${name}, which is ${known === undefined ? 'not ' : ''}there`,
      );
    }
    for (const [field, value] of Object.entries(before ?? {})) {
      if (isDeepStrictEqual(known?.[field], value)) continue;
      broken.push(`revision ${revision} says that ${field} of ${name} was ${JSON.stringify(value)}`);
    }
    if (operation === 'delete') made.delete(name);
    else made.set(name, { ...known, ...after });
  }
  const stored = new Map(tiers.map((tier) => [`ym-auction-tier ${tier.id}`, tier]));
  for (const name of new Set([...stored.keys(), ...made.keys()])) {
    if (!name.startsWith('ym-auction-tier') || isDeepStrictEqual(stored.get(name), made.get(name))) continue;
    broken.push(`${name} is ${JSON.stringify(stored.get(name))}, its changes make ${JSON.stringify(made.get(name))}`);
  }
  return broken;
}
