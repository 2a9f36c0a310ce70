import type { Plain, ServiceName } from '@auction-tiers/contract';
import type { Change } from '@auction-tiers/store';

/** The attributes of a change that undoing it needs. */
export type UndoneChange = Pick<Change, 'service' | 'id' | 'operation' | 'before' | 'beforeProblem'>;

/** An object that cannot be read whole. */
export interface UnreadableObject {
  readonly service: ServiceName;
  readonly id: number;
  readonly problem: string;
  /** Those of its attributes that can be read. */
  readonly readable: Plain;
}

/** A member's objects at an earlier moment: the present ones, with the changes since undone from newest to oldest. */
export class PastObjects {
  readonly #rows = new Map<ServiceName, Map<number, Plain>>();
  readonly #unreadable = new Map<string, UnreadableObject>();

  put(service: ServiceName, id: number, row: Plain): void {
    this.#unreadable.delete(nameOf(service, id));
    this.#of(service).set(id, row);
  }

  putUnreadable(object: UnreadableObject): void {
    const { service, id } = object;
    this.#of(service).delete(id);
    this.#unreadable.set(nameOf(service, id), object);
  }

  get(service: ServiceName, id: number): Plain | undefined {
    return this.#rows.get(service)?.get(id);
  }

  all(service: ServiceName): Iterable<Plain> {
    return this.#rows.get(service)?.values() ?? [];
  }

  unreadable(): Iterable<UnreadableObject> {
    return this.#unreadable.values();
  }

  /** Undoes the newest change that is not undone yet. */
  undo({ service, id, operation, before, beforeProblem }: UndoneChange): void {
    const unread = this.#unreadable.get(nameOf(service, id));
    const present = this.get(service, id) ?? unread?.readable;
    if (operation === 'create') {
      this.#of(service).delete(id);
      this.#unreadable.delete(nameOf(service, id));
      return;
    }
    const row = operation === 'delete' ? { ...before } : { ...present, ...before };
    const isUnknown = operation === 'update' && present === undefined;
    const problem =
      beforeProblem ??
      (operation === 'update' ? unread?.problem : undefined) ??
      (isUnknown || before === null ? 'a change does not say what it was before' : undefined);
    if (problem === undefined) this.put(service, id, row);
    else this.putUnreadable({ service, id, problem, readable: row });
  }

  #of(service: ServiceName): Map<number, Plain> {
    const found = this.#rows.get(service);
    if (found !== undefined) return found;
    const made = new Map<number, Plain>();
    this.#rows.set(service, made);
    return made;
  }
}

const nameOf = (service: ServiceName, id: number) => `${service} ${id}`;
