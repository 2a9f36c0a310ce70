import { absent, type Ledger, type Version, type Write } from '../ledger/ledger.ts';
import type { Entry } from '../ledger/stored.ts';
import type { Violation } from './violation.ts';

/** Objects must be in a version that the ledger allows. `where` names the place that was read. */
export function checkVersions(ledger: Ledger, versions: ReadonlyMap<string, Version>, where: string): Violation[] {
  const violations: Violation[] = [];
  for (const object of ledger.objects) {
    const seen = versions.get(object) ?? absent;
    const allowed = ledger.possible(object);
    if (allowed.includes(seen)) continue;
    violations.push({ law: 'acknowledged', what: `${where}: ${object} is ${seen}, allowed: ${allowed.join(', ')}` });
  }
  for (const object of versions.keys()) {
    if (ledger.writesOf(object).length > 0 || versions.get(object) === absent) continue;
    violations.push({ law: 'acknowledged', what: `${where}: ${object} is there, and nothing has written it` });
  }
  return violations;
}

/**
 * An acknowledged write must have made its changes exactly once, one of unknown outcome once or not at all, a refused one
 * never; the changes of one write follow one another.
 */
export function checkChanges(writes: Iterable<Write>, entriesOf: (write: Write) => readonly Entry[]): Violation[] {
  const violations: Violation[] = [];
  for (const write of writes) {
    const entries = entriesOf(write);
    const { outcome = 'unknown', changeCount, requestId, object, version } = write;
    const isWhole = entries.length === changeCount && isConsecutive(entries);
    const isNone = entries.length === 0;
    const isRight = outcome === 'acknowledged' ? isWhole : outcome === 'refused' ? isNone : isWhole || isNone;
    if (isRight) continue;
    const made = `made ${entries.length} of ${changeCount} changes (revisions ${entries.map(({ revision }) => revision).join(', ')})`;
    violations.push({
      law: 'acknowledged',
      what: `write ${requestId} (${object}: ${version}), which is ${outcome}, ${made}`,
    });
  }
  return violations;
}

/** A batch write names its last revision in each of its changes. */
function isConsecutive(entries: readonly Entry[]): boolean {
  const last = entries.at(-1);
  return entries.every(
    ({ revision, through }, place) =>
      revision === (entries[0]?.revision ?? 0) + place && (entries.length === 1 || through === last?.revision),
  );
}

/** A write that began after another was acknowledged must have the later revision, within a partition. */
export function checkOrder(done: readonly { readonly write: Write; readonly revision: number }[]): Violation[] {
  const violations: Violation[] = [];
  let earliest: { readonly write: Write; readonly revision: number } | undefined;
  for (const one of done.toSorted((a, b) => b.revision - a.revision)) {
    if (earliest !== undefined && one.write.sentMs > earliest.write.endedMs) {
      const what = `write ${one.write.requestId} was sent after ${earliest.write.requestId} was acknowledged, and has revision ${one.revision}, which is before ${earliest.revision}`;
      violations.push({ law: 'change log', what });
    }
    if (earliest === undefined || one.write.endedMs < earliest.write.endedMs) earliest = one;
  }
  return violations;
}
