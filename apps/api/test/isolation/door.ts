import { services } from '@auction-tiers/contract';
import { readList } from '../../src/doors/rest/query.ts';
import type { Action, Ask } from './ask.ts';
import type { Answer, Method, Row } from '../fixture/request.ts';

/** A request that asks something at one door. */
export interface Asked {
  /** The operation's name: a method and a path of the document, or the path of a procedure. */
  readonly operation: string;
  readonly method: Method;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What an answer says, whichever door it left by. */
export interface Said {
  readonly status: number;
  readonly errorId: string | null;
  /** Of a list. */
  readonly count: number | null;
  readonly rows: readonly Row[];
}

export interface Door {
  readonly name: 'REST' | 'tRPC';
  /** Null where this door has no such operation. */
  requestOf(ask: Ask): Asked | null;
  read(answer: Answer): Said;
}

const methodOf: Readonly<Record<Action, Method>> = {
  list: 'GET',
  get: 'GET',
  getTagged: 'GET',
  meta: 'GET',
  follow: 'GET',
  create: 'POST',
  call: 'POST',
  stream: 'POST',
  update: 'PUT',
  remove: 'DELETE',
};

export const rest: Door = {
  name: 'REST',
  requestOf({ path, action, id, memberId, query = {}, body, ifMatch, headers = {} }) {
    if (!path.startsWith('/') || action === 'follow' || action === 'getTagged') return null;
    const served = action === 'meta' ? `${path}/meta` : path;
    const parameters = new URLSearchParams({
      ...query,
      ...(id === undefined ? {} : { id: String(id) }),
      ...(memberId === undefined ? {} : { member_id: String(memberId) }),
    });
    const method = methodOf[action];
    const search = parameters.size === 0 ? '' : `?${parameters.toString()}`;
    const sent = {
      ...headers,
      ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
      ...(action === 'stream' ? { 'content-type': 'application/x-ndjson' } : {}),
    };
    const lines = action === 'stream' ? `${JSON.stringify(body)}\n` : body;
    return { operation: `${method} ${served}`, method, path: `${served}${search}`, body: lines, headers: sent };
  },
  read({ status, response }) {
    const data = Object.entries(response).filter(([name]) => name !== 'dbg_info');
    const rows = data.map(([, value]) => value).find((value) => Array.isArray(value)) as readonly Row[] | undefined;
    return { status, errorId: response.error_id ?? null, count: response.count ?? null, rows: rows ?? [] };
  },
};

const callProcedures: Readonly<Record<string, string>> = {
  '/auction': 'auction.run',
  '/auction/explain': 'auction.explain',
  '/auction/batch': 'auction.runMany',
  '/openrtb2/auction': 'auction.openrtb',
  '/ym-profile/export': 'ymProfile.export',
  '/ym-profile/import': 'ymProfile.import',
  '/auth': 'auth.login',
};

const procedureOf = ({ path, action }: Ask): string =>
  simulationProcedures[`${path} ${action}`] ??
  `${callProcedures[path] ?? path}${action === 'getTagged' ? 'Tagged' : ''}`;

const simulationProcedures: Readonly<Record<string, string>> = {
  '/simulation list': 'simulation.list',
  '/simulation get': 'simulation.status',
  '/simulation call': 'simulation.start',
  '/simulation/result get': 'simulation.result',
};

export const trpc: Door = {
  name: 'tRPC',
  requestOf(ask) {
    if (ask.action === 'stream') return null;
    const service = services.find(({ resource }) => `/${resource.service}` === ask.path);
    const operation = service === undefined ? procedureOf(ask) : `${service.router}.${ask.action}`;
    const path = `/trpc/${operation}`;
    const input = inputOf(ask, service);
    const method = methodOf[ask.action];
    if (method !== 'GET') return { operation, method: 'POST', path, body: input, headers: ask.headers ?? {} };
    const search = input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`;
    const headers = { ...(ask.action === 'follow' ? { accept: 'text/event-stream' } : {}), ...ask.headers };
    return { operation, method, path: `${path}${search}`, headers };
  },
  read({ status, json, text }) {
    const { error, result }: Outcome = refusedEventOf(text) ?? json;
    return {
      status: error?.data.httpStatus ?? status,
      errorId: error?.data.error_id ?? null,
      count: result?.data?.count ?? null,
      rows: result?.data?.items ?? [],
    };
  },
};

export const doors: readonly Door[] = [rest, trpc];

interface Outcome {
  readonly result?: { readonly data?: { readonly count?: number; readonly items?: readonly Row[] } };
  readonly error?: { readonly data: { readonly httpStatus: number; readonly error_id: string } };
}

/** A subscription that is refused says so in an event, as its protocol has it. */
function refusedEventOf(text: string): Outcome | undefined {
  const event = /^event: serialized-error\ndata: (.*)$/m.exec(text)?.[1];
  return event === undefined ? undefined : { error: JSON.parse(event) as NonNullable<Outcome['error']> };
}

function inputOf(
  { path, action, id, memberId, query, body, ifMatch }: Ask,
  service: (typeof services)[number] | undefined,
): unknown {
  const member = memberId === undefined ? {} : { member_id: memberId };
  const state = ifMatch === undefined ? {} : { if_match: ifMatch };
  const isPlain = query === undefined && memberId === undefined;
  const trial = query?.['dry_run'] === 'true' ? { dry_run: true } : {};
  const about = () => ({ id, ...member, ...state });
  const inputs: Readonly<Record<Action, () => unknown>> = {
    list: () =>
      isPlain ? undefined : { ...(service === undefined ? {} : readList(query ?? {}, service.resource)), ...member },
    get: about,
    getTagged: () => ({ id, ...member }),
    meta: () => undefined,
    follow: () => (id === undefined ? query : about()),
    create: () => ({ ...body, ...member }),
    call: () => (path === '/ym-profile/import' ? { ...about(), file: body, ...trial } : { ...body, ...member }),
    stream: () => body,
    update: () => ({ id, changes: body, ...member, ...state }),
    remove: () => ({ id, ...member, ...state }),
  };
  return inputs[action]();
}
