import type { Plain } from '@auction-tiers/contract';
import type { Change } from '../../src/port/change.ts';
import type { Idempotency, LoadedObject, Refusal, WriteResult } from '../../src/port/object-store.ts';

type Service = 'ym-auction-tier' | 'ym-profile' | 'profile';

/** Idempotency key of a create; null: none. */
type Key = string | null;

/** A random action. An object is named by its index among those of the member; an index past the end names none. */
export type Action =
  | { kind: 'add ym-profile'; memberId: number; key: Key; code: string | null; publishers: number[] }
  | { kind: 'add profile'; memberId: number; key: Key; code: string | null }
  | { kind: 'add tier'; memberId: number; key: Key; code: string | null; ymProfile: number; profile: number | null }
  | { kind: 'change tier'; memberId: number; code: string | null; tier: number; ymProfile: number; isStale: boolean }
  | { kind: 'remove'; memberId: number; service: string; at: number };

export type Request =
  | { kind: 'create'; service: Service; memberId: number; value: Plain; idempotency: Idempotency | null }
  | { kind: 'update'; service: Service; memberId: number; id: number; value: Plain; revision: number }
  | { kind: 'remove'; service: Service; memberId: number; id: number };

const unknownId = 999_999;

/** The stored objects in the simplest form, a list that is searched. */
export class ReferenceStore {
  /** The refusal that must answer the last request; null when it must be done. */
  expected: Refusal | null = null;
  /** The change of the last request when it was sent before; null when it was not. */
  repeated: Change | null = null;
  #objects: LoadedObject[] = [];
  readonly #first = new Map<string, { readonly fingerprint: string; readonly change: Change }>();

  objectsOf(memberId: number, service?: Service): LoadedObject[] {
    return this.#objects.filter(
      (object) => object.value['member_id'] === memberId && (service === undefined || object.service === service),
    );
  }

  /** The request to send to the store; null when the action names no object. */
  toRequest(action: Action): Request | null {
    const request = this.#toRequest(action);
    if (request === null) return null;
    const own = idempotencyOf(request);
    const first = this.#first.get(own?.key ?? '');
    const isRepeat = first !== undefined && first.fingerprint === own?.fingerprint;
    this.repeated = isRepeat ? first.change : null;
    if (first === undefined) this.expected = this.#judge(request);
    else this.expected = isRepeat ? null : { kind: 'reused_key' };
    return request;
  }

  /** Takes in the change of a request that was not a repeat. */
  record(request: Request, { change, object: value }: Extract<WriteResult, { readonly ok: true }>): void {
    const { id, revision } = change;
    const own = idempotencyOf(request);
    if (own !== null) this.#first.set(own.key, { fingerprint: own.fingerprint, change });
    this.#objects = this.#objects.filter((object) => object.service !== request.service || object.id !== id);
    if (value !== null) this.#objects.push({ service: request.service, id, value, revision });
  }

  #toRequest(action: Action): Request | null {
    const { memberId } = action;
    const idAt = (service: Service, at: number) => this.objectsOf(memberId, service)[at]?.id ?? unknownId;
    switch (action.kind) {
      case 'add ym-profile': {
        const value = { name: 'Y', code: action.code, publisher_ids: action.publishers };
        return toCreate('ym-profile', action, value);
      }
      case 'add profile':
        return toCreate('profile', action, { code: action.code });
      case 'add tier': {
        const profile = action.profile === null ? null : idAt('profile', action.profile);
        const value = {
          name: 'T',
          code: action.code,
          ym_profile_id: idAt('ym-profile', action.ymProfile),
          profile_id: profile,
        };
        return toCreate('ym-auction-tier', action, value);
      }
      case 'change tier': {
        const tier = this.objectsOf(memberId, 'ym-auction-tier')[action.tier];
        if (tier === undefined) return null;
        const value = { ...tier.value, code: action.code, ym_profile_id: idAt('ym-profile', action.ymProfile) };
        const revision = action.isStale ? tier.revision - 1 : tier.revision;
        return { kind: 'update', service: 'ym-auction-tier', memberId, id: tier.id, value, revision };
      }
      case 'remove': {
        const service = action.service as Service;
        return { kind: 'remove', service, memberId, id: idAt(service, action.at) };
      }
    }
  }

  #judge(request: Request): Refusal | null {
    const own = this.objectsOf(request.memberId);
    const find = (service: string, id: unknown) => own.find((object) => object.service === service && object.id === id);
    if (request.kind !== 'create') {
      const stored = find(request.service, request.id);
      if (stored === undefined) return { kind: 'not_found' };
      if (request.kind === 'update' && request.revision !== stored.revision) return { kind: 'changed' };
    }
    if (request.kind === 'remove') {
      const field = request.service === 'profile' ? 'profile_id' : 'ym_profile_id';
      const count = own.filter(
        ({ service, value }) => service === 'ym-auction-tier' && value[field] === request.id,
      ).length;
      const isInUse = request.service !== 'ym-auction-tier' && count > 0;
      return isInUse ? { kind: 'in_use', service: 'ym-auction-tier', count } : null;
    }
    for (const [field, service] of [
      ['ym_profile_id', 'ym-profile'],
      ['profile_id', 'profile'],
    ] as const) {
      const id = request.value[field];
      if (typeof id === 'number' && find(service, id) === undefined) return { kind: 'dangling', field, service, id };
    }
    const others = own.filter(
      ({ service, id }) => service === request.service && (request.kind === 'create' || id !== request.id),
    );
    return duplicateOf(request.value, others);
  }
}

function toCreate(service: Service, { memberId, key }: { memberId: number; key: Key }, value: Plain): Request {
  const idempotency = key === null ? null : { key, fingerprint: JSON.stringify([service, value]) };
  return { kind: 'create', service, memberId, value, idempotency };
}

/** The idempotency of a create, with a key that is unique among members. */
function idempotencyOf(request: Request): Idempotency | null {
  if (request.kind !== 'create' || request.idempotency === null) return null;
  const { key, fingerprint } = request.idempotency;
  return { key: `${request.memberId} ${key}`, fingerprint };
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
