import type { Plain } from '@auction-tiers/contract';
import type { Change, Idempotency, LoadedObject, Refusal } from '../port.ts';

type Service = 'ym-auction-tier' | 'ym-profile' | 'profile';

/** Under which a create is remembered; null: under none. */
type Key = string | null;

/** A random step. Objects are named by their place among those of the member; past the end, nothing is named. */
export type Step =
  | { kind: 'add ym-profile'; memberId: number; key: Key; code: string | null; publishers: number[] }
  | { kind: 'add profile'; memberId: number; key: Key; code: string | null }
  | { kind: 'add tier'; memberId: number; key: Key; code: string | null; ymProfile: number; profile: number | null }
  | { kind: 'change tier'; memberId: number; code: string | null; tier: number; ymProfile: number; isStale: boolean }
  | { kind: 'remove'; memberId: number; service: string; at: number };

export type Wish =
  | { kind: 'create'; service: Service; memberId: number; value: Plain; idempotency: Idempotency | null }
  | { kind: 'update'; service: Service; memberId: number; id: number; value: Plain; revision: number }
  | { kind: 'remove'; service: Service; memberId: number; id: number };

const unknownId = 999_999;

/** What is stored, kept in the plainest way: a list that is searched. */
export class Ledger {
  /** How the last wish must be answered: refused so, or null when it must be done. */
  expected: Refusal | null = null;
  /** What the last wish came to when it was sent before; null when it was not. */
  repeated: Change | null = null;
  #objects: LoadedObject[] = [];
  readonly #first = new Map<string, { readonly fingerprint: string; readonly change: Change }>();

  objectsOf(memberId: number, service?: Service): LoadedObject[] {
    return this.#objects.filter(
      (object) => object.value['member_id'] === memberId && (service === undefined || object.service === service),
    );
  }

  /** What to ask of the store; null when there is nothing to ask. */
  toWish(step: Step): Wish | null {
    const wish = this.#toWish(step);
    if (wish === null) return null;
    const request = requestOf(wish);
    const first = this.#first.get(request?.key ?? '');
    const isRepeat = first !== undefined && first.fingerprint === request?.fingerprint;
    this.repeated = isRepeat ? first.change : null;
    if (first === undefined) this.expected = this.#judge(wish);
    else this.expected = isRepeat ? null : { kind: 'reused_key' };
    return wish;
  }

  /** Takes in what a wish came to that was not a repeat. */
  record(wish: Wish, change: Change): void {
    const { id, after, revision } = change;
    const request = requestOf(wish);
    if (request !== null) this.#first.set(request.key, { fingerprint: request.fingerprint, change });
    this.#objects = this.#objects.filter((object) => object.service !== wish.service || object.id !== id);
    if (after !== null) this.#objects.push({ service: wish.service, id, value: after, revision });
  }

  #toWish(step: Step): Wish | null {
    const { memberId } = step;
    const idAt = (service: Service, at: number) => this.objectsOf(memberId, service)[at]?.id ?? unknownId;
    switch (step.kind) {
      case 'add ym-profile': {
        const value = { name: 'Y', code: step.code, publisher_ids: step.publishers };
        return toCreate('ym-profile', step, value);
      }
      case 'add profile':
        return toCreate('profile', step, { code: step.code });
      case 'add tier': {
        const profile = step.profile === null ? null : idAt('profile', step.profile);
        const value = {
          name: 'T',
          code: step.code,
          ym_profile_id: idAt('ym-profile', step.ymProfile),
          profile_id: profile,
        };
        return toCreate('ym-auction-tier', step, value);
      }
      case 'change tier': {
        const tier = this.objectsOf(memberId, 'ym-auction-tier')[step.tier];
        if (tier === undefined) return null;
        const value = { ...tier.value, code: step.code, ym_profile_id: idAt('ym-profile', step.ymProfile) };
        const revision = step.isStale ? tier.revision - 1 : tier.revision;
        return { kind: 'update', service: 'ym-auction-tier', memberId, id: tier.id, value, revision };
      }
      case 'remove': {
        const service = step.service as Service;
        return { kind: 'remove', service, memberId, id: idAt(service, step.at) };
      }
    }
  }

  #judge(wish: Wish): Refusal | null {
    const own = this.objectsOf(wish.memberId);
    const find = (service: string, id: unknown) => own.find((object) => object.service === service && object.id === id);
    if (wish.kind !== 'create') {
      const stored = find(wish.service, wish.id);
      if (stored === undefined) return { kind: 'not_found' };
      if (wish.kind === 'update' && wish.revision !== stored.revision) return { kind: 'changed' };
    }
    if (wish.kind === 'remove') {
      const field = wish.service === 'profile' ? 'profile_id' : 'ym_profile_id';
      const count = own.filter(
        ({ service, value }) => service === 'ym-auction-tier' && value[field] === wish.id,
      ).length;
      const isInUse = wish.service !== 'ym-auction-tier' && count > 0;
      return isInUse ? { kind: 'in_use', service: 'ym-auction-tier', count } : null;
    }
    for (const [field, service] of [
      ['ym_profile_id', 'ym-profile'],
      ['profile_id', 'profile'],
    ] as const) {
      const id = wish.value[field];
      if (typeof id === 'number' && find(service, id) === undefined) return { kind: 'dangling', field, service, id };
    }
    const others = own.filter(
      ({ service, id }) => service === wish.service && (wish.kind === 'create' || id !== wish.id),
    );
    return duplicateOf(wish.value, others);
  }
}

function toCreate(service: Service, { memberId, key }: { memberId: number; key: Key }, value: Plain): Wish {
  const idempotency = key === null ? null : { key, fingerprint: JSON.stringify([service, value]) };
  return { kind: 'create', service, memberId, value, idempotency };
}

/** A create that is remembered, by its member and its key. */
function requestOf(wish: Wish): Idempotency | null {
  if (wish.kind !== 'create' || wish.idempotency === null) return null;
  const { key, fingerprint } = wish.idempotency;
  return { key: `${wish.memberId} ${key}`, fingerprint };
}

function duplicateOf(value: Plain, others: readonly LoadedObject[]): Refusal | null {
  for (const field of ['code', 'publisher_ids']) {
    for (const held of valuesOf(value[field])) {
      const holder = others.find((other) => valuesOf(other.value[field]).includes(held));
      if (holder !== undefined) return { kind: 'duplicate', field, value: held, id: holder.id };
    }
  }
  return null;
}

function valuesOf(attribute: unknown): string[] {
  if (Array.isArray(attribute)) return attribute.map(String);
  return typeof attribute === 'string' ? [attribute] : [];
}
