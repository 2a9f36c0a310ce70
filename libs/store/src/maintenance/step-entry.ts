import { stepsKey } from '../redis/layout/layout.ts';

/** The part of a change stream entry that determines its step. */
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

/** Builds the index of steps of a partition from its changes, oldest first, as `lua/steps.lua` does. */
export class StepEntries {
  readonly #partition: number;
  #steps = new Map<string, Step>();
  #through = 0;

  constructor(partition: number) {
    this.#partition = partition;
  }

  /** Adds the next change; returns the entries of the step that it ends. */
  add({ revision, fields }: Entry): StepEntry[] {
    const { operation = '', member_id: member, ym_profiles: touched } = fields;
    const through = Number(fields['through'] ?? revision);
    // The end of the previous step was trimmed.
    if (through !== this.#through) this.#steps = new Map();
    this.#through = through;
    for (const id of touched === undefined || touched === '-' ? [] : touched.split(' ')) {
      const key = stepsKey(this.#partition, Number(member), Number(id));
      const step = this.#steps.get(key) ?? { first: revision, last: revision, create: 0, update: 0, delete: 0 };
      step.last = revision;
      step[operation as 'create' | 'update' | 'delete'] += 1;
      this.#steps.set(key, step);
    }
    if (revision !== through) return [];
    const ended = [...this.#steps].flatMap(([key, { first, last, ...counts }]): StepEntry[] => {
      const text = [first, last, counts.create, counts.update, counts.delete].join(' ');
      const colon = key.lastIndexOf(':');
      const ofOwner = { key: key.slice(0, colon), member: key.slice(colon + 1), score: null };
      return [{ key, member: text, score: through }, ofOwner];
    });
    this.#steps = new Map();
    return ended;
  }
}
