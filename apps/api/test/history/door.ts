import { type CallContext, type Plain, ServiceError } from '@auction-tiers/contract';
import type { ServiceHandlers } from '../../src/handlers/handlers.ts';
import type { StoredHandlers } from '../../src/handlers/resource/stored.ts';
import { expectOk } from '../fixture/demo-tier.ts';
import type { Row as AnswerRow, Send } from '../fixture/request.ts';
import type { Kind, Row } from './model.ts';

/** The parts of a tier set file. */
export interface File extends Row {
  readonly revision: string;
  readonly revenue_share_pct: number;
  readonly ym_profile: Row;
  readonly tiers: readonly Row[];
  readonly profiles: readonly Row[];
}

/** What a diff, an import or a restore answers. */
export interface Difference {
  readonly created: readonly { readonly service: Kind; readonly id: number; readonly file_id: number | null }[];
  readonly updated: readonly {
    readonly service: Kind;
    readonly id: number;
    readonly changes: readonly { readonly field: string; readonly before: unknown; readonly after: unknown }[];
  }[];
  readonly deleted: readonly { readonly service: Kind; readonly id: number }[];
}

/** What a seller does in a history. */
export interface Door {
  create(kind: Kind, body: Row): Promise<number>;
  update(kind: Kind, id: number, body: Row): Promise<unknown>;
  remove(kind: Kind, id: number): Promise<unknown>;
  list(kind: Kind): Promise<readonly Row[]>;
  setFee(percent: number): Promise<unknown>;
  exported(id: number, revision?: string): Promise<File>;
  diff(id: number, from: string, to: string): Promise<Difference>;
  import(id: number, file: Row): Promise<Difference>;
  /** Undefined: refused, because of what others have. */
  restore(id: number, revision: string): Promise<Difference | undefined>;
}

/** The handlers themselves, called in this process. */
export function directDoor(handlers: ServiceHandlers, memberId: number): Door {
  const scopes = ['read', 'write', 'publish', 'manage'] as const;
  const caller = { userId: 1, username: 'law', role: 'seller', memberId, scopes } as const;
  const call: CallContext = { caller, requestId: 'law', warn: () => {} };
  const { ymProfile, tier, profile, member } = handlers;
  const of = { 'ym-profile': ymProfile, 'ym-auction-tier': tier, profile } as unknown as Readonly<
    Record<Kind, StoredHandlers<Plain & { readonly id: number }>>
  >;
  return {
    create: async (kind, body) => (await of[kind].create(call, body)).id,
    update: (kind, id, changes) => of[kind].update(call, { id, changes }),
    remove: (kind, id) => of[kind].remove(call, { id }),
    list: async (kind) => (await of[kind].list(call, {})).items,
    setFee: async (percent) => member.update(call, { id: memberId, changes: { revenue_share_pct: percent } }),
    exported: async (id, revision) => {
      const asked = revision === undefined ? { id } : { id, revision };
      return (await ymProfile.exportTagged(call, asked)).item as unknown as File;
    },
    diff: async (id, from, to) => ymProfile.diff(call, { id, from, to }),
    import: async (id, file) => ymProfile.import(call, { id, file: file as never }),
    restore: async (id, revision) => {
      try {
        return await ymProfile.restore(call, { id, revision });
      } catch (error) {
        if (error instanceof ServiceError && error.kind === 'integrity') return undefined;
        throw error;
      }
    },
  };
}

const part = async <T>(answer: Promise<AnswerRow>, name: string) => (await answer)[name] as T;
const to = (id: number, action: string, query = '') => `/ym-profile/${action}?id=${id}${query}`;

/** The service over HTTP. */
export function httpDoor(send: Send, key: string, memberId: number): Door {
  const ask = async (method: Parameters<Send>[0], path: string, body?: Row) =>
    expectOk(await send(method, path, { key, ...(body === undefined ? {} : { body }) })).response;
  return {
    create: async (kind, body) => (await ask('POST', `/${kind}`, body)).id,
    update: (kind, id, body) => ask('PUT', `/${kind}?id=${id}`, body),
    remove: (kind, id) => ask('DELETE', `/${kind}?id=${id}`),
    list: (kind) => part(ask('GET', `/${kind}`), `${kind}s`),
    setFee: (percent) => ask('PUT', `/member?id=${memberId}`, { revenue_share_pct: percent }),
    exported: (id, revision) =>
      part(ask('GET', to(id, 'export', revision === undefined ? '' : `&revision=${revision}`)), 'ym-profile-export'),
    diff: (id, from, until) => part(ask('GET', to(id, 'diff', `&from=${from}&to=${until}`)), 'ym-profile-diff'),
    import: (id, file) => part(ask('POST', to(id, 'import'), file), 'ym-profile-import'),
    restore: async (id, revision) => {
      const answer = await send('POST', to(id, 'restore', `&revision=${revision}`), { key });
      if (answer.status === 409 && answer.response.error_id === 'INTEGRITY') return undefined;
      return expectOk(answer).response['ym-profile-restore'] as Difference;
    },
  };
}
