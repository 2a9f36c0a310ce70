import type { Entry, Fields } from '../ledger/stored.ts';
import type { Violation } from './violation.ts';

type State = ReadonlyMap<string, Fields>;

/** The state of a partition, made by applying its changes in order, and what was wrong with them. */
export class Replay {
  readonly #partition: number;
  readonly #state = new Map<string, Fields>();
  readonly #byRequest = new Map<string, Entry[]>();
  #revision = 0;

  constructor(partition: number) {
    this.#partition = partition;
  }

  get revision(): number {
    return this.#revision;
  }

  get state(): State {
    return this.#state;
  }

  /** The changes that a request has made. */
  entriesOf(requestId: string): readonly Entry[] {
    return this.#byRequest.get(requestId) ?? [];
  }

  /** Applies the entries that follow those before. Each must fit to the state that they made. */
  apply(entries: readonly Entry[]): Violation[] {
    const violations: Violation[] = [];
    const broken = (what: string) =>
      void violations.push({ law: 'change log', what: `partition ${this.#partition}: ${what}` });
    for (const entry of entries) {
      const { revision, service, id, operation, requestId, before, after } = entry;
      if (revision !== this.#revision + 1) broken(`revision ${revision} follows ${this.#revision}`);
      this.#revision = revision;
      const known = this.#byRequest.get(requestId);
      if (known === undefined) this.#byRequest.set(requestId, [entry]);
      else known.push(entry);

      const name = `${service}:${id}`;
      const object = this.#state.get(name);
      if ((operation === 'create') !== (object === undefined)) {
        broken(
          `revision ${revision} is a ${operation} of ${name}, which ${object === undefined ? 'is not' : 'is'} there`,
        );
      }
      for (const [field, text] of Object.entries(before ?? {})) {
        const has = object?.[field];
        if (has !== text) broken(`revision ${revision} says that ${field} of ${name} was ${text}; it was ${has}`);
      }
      if (operation === 'delete') this.#state.delete(name);
      else {
        const kept = Object.entries(object ?? {}).filter(([field]) => before?.[field] === undefined);
        this.#state.set(name, { ...Object.fromEntries(kept), ...after });
      }
    }
    return violations;
  }
}

/** What is stored must be what the changes make. Fields that begin with `_` belong to the store and are in no change. */
export function compareState(
  partition: number,
  replayed: State,
  stored: ReadonlyMap<string, Fields | null>,
): Violation[] {
  const violations: Violation[] = [];
  for (const name of new Set([...replayed.keys(), ...stored.keys()])) {
    const [made, has] = [replayed.get(name), stored.get(name) ?? undefined];
    const [madeText, hasText] = [made, has].map(textOf);
    if (madeText === hasText) continue;
    const what = `partition ${partition}: ${name} is stored as ${hasText}, and its changes make ${madeText}`;
    violations.push({ law: 'change log', what });
  }
  return violations;
}

function textOf(fields: Fields | undefined): string {
  if (fields === undefined) return 'nothing';
  const seen = Object.entries(fields).filter(([field]) => !field.startsWith('_'));
  return JSON.stringify(Object.fromEntries(seen.toSorted(([a], [b]) => (a < b ? -1 : 1))));
}
