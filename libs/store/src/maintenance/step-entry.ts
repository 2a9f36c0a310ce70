import { stepsKey, stepsOwnerKey } from '../redis/layout/layout.ts';
import type { Owner } from '../redis/layout/key.ts';

/** What an entry of a change stream says of the steps that it belongs to. */
interface Entry {
  readonly revision: number;
  readonly fields: Readonly<Record<string, string | undefined>>;
}

interface Step {
  readonly first: number;
  last: number;
  create: number;
  update: number;
  delete: number;
}

/** An entry of the index of steps: a member of a sorted set, or of a set (then `score` is null). */
export interface StepEntry {
  readonly key: string;
  readonly member: string;
  readonly score: number | null;
}

/** Services whose changes may touch a ym-profile. */
const services: ReadonlySet<string> = new Set(['ym-profile', 'ym-auction-tier', 'profile']);

/** Makes the index of steps of a partition from its changes, the oldest first, as `lua/steps.lua` does. */
export class StepEntries {
  readonly #partition: number;
  #steps = new Map<string, Step>();
  #through = 0;
  /** Whether all changes of an owner say what they touched: those of before version 8 of the functions do not. */
  readonly #isWhole = new Map<number, boolean>();

  constructor(partition: number) {
    this.#partition = partition;
  }

  /** Takes the next change; gives the entries of the step that it ends. */
  add({ revision, fields }: Entry): StepEntry[] {
    const { service = '', operation = '', member_id: member, ym_profiles: touched } = fields;
    const through = Number(fields['through'] ?? revision);
    // The end of the step before was trimmed.
    if (through !== this.#through) this.#steps = new Map();
    this.#through = through;
    if (member !== undefined) {
      const owner = Number(member);
      const isKnown = touched !== undefined || !services.has(service);
      this.#isWhole.set(owner, isKnown && this.#isWhole.get(owner) !== false);
      for (const id of touched === undefined || touched === '-' ? [] : touched.split(' ')) {
        const key = stepsKey(this.#partition, owner, Number(id));
        const step = this.#steps.get(key) ?? { first: revision, last: revision, create: 0, update: 0, delete: 0 };
        step.last = revision;
        step[operation as 'create' | 'update' | 'delete'] += 1;
        this.#steps.set(key, step);
      }
    }
    if (revision !== through) return [];
    const ended = [...this.#steps].flatMap(([key, { first, last, ...counts }]): StepEntry[] => {
      const text = [first, last, counts.create, counts.update, counts.delete].join(' ');
      const place = key.lastIndexOf(':');
      const ofOwner = { key: key.slice(0, place), member: key.slice(place + 1), score: null };
      return [{ key, member: text, score: through }, ofOwner];
    });
    this.#steps = new Map();
    return ended;
  }

  /** The entries that say of which owners all steps are known. */
  whole(): StepEntry[] {
    const owners: readonly (readonly [Owner, boolean])[] = [...this.#isWhole];
    return owners.flatMap(([owner, isWhole]) =>
      isWhole ? [{ key: stepsOwnerKey(this.#partition, owner), member: '0', score: null }] : [],
    );
  }
}
