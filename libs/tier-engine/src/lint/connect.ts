import type { Party } from './party.ts';
import type { Scopes } from './scope.ts';

/**
 * The connected groups of parties of which two can match the same impression and `concern` each other.
 *
 * A party that is reached is no longer looked for, and those that are apart by the set's splitting attribute are never
 * compared: so neither many parties that all meet nor many that never do cost a comparison a pair.
 */
export function connect(
  parties: readonly Party[],
  scopes: Scopes,
  concern: (left: Party, right: Party) => boolean,
): Party[][] {
  const waiting = new Waiting(parties, scopes);
  const groups: Party[][] = [];
  for (const party of parties) {
    if (!waiting.remove(party)) continue;
    const group = [party];
    for (const member of group) for (const other of waiting.take(member, concern)) group.push(other);
    groups.push(group);
  }
  return groups;
}

/** The parties that no group has reached yet. */
class Waiting {
  readonly #scopes: Scopes;
  readonly #parties: Set<Party>;
  /** By value of the splitting attribute; undefined: those that it does not split. */
  readonly #byValue = new Map<string | undefined, Set<Party>>();

  constructor(parties: readonly Party[], scopes: Scopes) {
    this.#scopes = scopes;
    this.#parties = new Set(parties);
    for (const party of parties) {
      for (const value of scopes.splitValues(party.scope) ?? [undefined]) {
        const known = this.#byValue.get(value);
        if (known === undefined) this.#byValue.set(value, new Set([party]));
        else known.add(party);
      }
    }
  }

  /** Whether it was still waiting. */
  remove(party: Party): boolean {
    if (!this.#parties.delete(party)) return false;
    for (const value of this.#scopes.splitValues(party.scope) ?? [undefined]) this.#byValue.get(value)?.delete(party);
    return true;
  }

  /** Removes and gives all that meet the party. */
  take(party: Party, concern: (left: Party, right: Party) => boolean): Party[] {
    const taken: Party[] = [];
    const values = this.#scopes.splitValues(party.scope);
    const candidates =
      values === undefined ? [this.#parties] : [undefined, ...values].map((value) => this.#byValue.get(value));
    for (const others of candidates) {
      for (const other of others ?? []) {
        if (!concern(party, other) || this.#scopes.areDisjoint(party.scope, other.scope)) continue;
        this.remove(other);
        taken.push(other);
      }
    }
    return taken;
  }
}
