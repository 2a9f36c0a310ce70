import { type ResourceService as Service, services } from '@auction-tiers/contract';
import type { Row } from '../fixture/request.ts';

export type Action =
  | 'list'
  | 'get'
  | 'getTagged'
  | 'meta'
  | 'create'
  | 'update'
  | 'remove'
  | 'follow'
  | 'call'
  /** A call whose bodies come a line each. */
  | 'stream';

/** What a caller asks, in words that both doors know. */
export interface Ask {
  /** The path of a service, or of a call that is none. */
  readonly path: string;
  readonly action: Action;
  readonly id?: number;
  /** The member to act for. */
  readonly memberId?: number;
  /** The parameters of a list, as a query has them. */
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Row;
  /** States in one of which the object must be. */
  readonly ifMatch?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What one member has: its id, and an object of each service by the service's name. */
export interface Things {
  readonly memberId: number;
  readonly rows: Readonly<Record<string, Row>>;
}

/** A member's object of a service. Throws where it has none: nothing would be asked about. */
export function rowOf({ rows, memberId }: Things, service: string): Row {
  const row = rows[service];
  if (row === undefined) throw new Error(`member ${memberId} has no ${service} to ask about`);
  return row;
}

/** An object as a writer may send it. */
export function writable({ fields }: Pick<Service['resource'], 'fields'>, row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([name]) => fields[name]?.mode !== 'read_only'));
}

/** One ask for every operation that needs a credential, each about these things where it is about any. */
export function everyAsk(things: Things): readonly Ask[] {
  const onOwn = { ym_profile_id: Number(rowOf(things, 'ym-profile')['id']) };
  return [
    ...services.flatMap((service) => asksOf(service, things.rows[service.resource.service] ?? {})),
    { path: '/change-log', action: 'follow' },
    exportAsk(things),
    exportAsk(things, { action: 'getTagged' }),
    importAsk(things),
    ...simulationAsks(things),
    ...auctionPaths.map((path) => auctionAsk(path, onOwn)),
    streamAsk(onOwn),
  ];
}

/** The same object for everybody stands in for that of a service where a member has none. */
function asksOf({ resource, methods }: Service, row: Row): Ask[] {
  const path = `/${resource.service}`;
  const about = { path, id: Number(row['id'] ?? 1) };
  const body = writable(resource, row);
  const asks: Readonly<Record<Service['methods'][number], readonly Ask[]>> = {
    GET: [
      { path, action: 'list' },
      { path, action: 'meta' },
      ...('id' in resource.fields ? [{ ...about, action: 'get' } as const] : []),
      ...(methods.length > 1 ? [{ ...about, action: 'getTagged' } as const] : []),
    ],
    POST: [{ path, action: 'create', body }],
    PUT: [{ ...about, action: 'update', body }],
    DELETE: [{ ...about, action: 'remove' }],
  };
  return methods.flatMap((method) => asks[method]);
}

export const exportPath = '/ym-profile/export';
export const importPath = '/ym-profile/import';

const ymProfileOf = (things: Things) => Number(rowOf(things, 'ym-profile')['id']);

export const exportAsk = (things: Things, more: Partial<Ask> = {}): Ask => ({
  path: exportPath,
  action: 'get',
  id: ymProfileOf(things),
  ...more,
});

export const importAsk = (things: Things, body: Row = { tiers: [] }, more: Partial<Ask> = {}): Ask => ({
  path: importPath,
  action: 'call',
  id: ymProfileOf(things),
  body,
  ...more,
});

/** What there is of simulations. */
const simulationCalls = ['start', 'status', 'result', 'list', 'follow'] as const;

export const simulationPath = '/simulation';
export const resultPath = '/simulation/result';
/** Only tRPC has subscriptions. */
export const followPath = 'simulation.follow';

/** A call about a member's simulation, or one that begins it. */
export function simulationAsk(call: (typeof simulationCalls)[number], things: Things): Ask {
  if (call === 'list') return { path: simulationPath, action: 'list' };
  if (call === 'start') {
    const log = { kind: 'synthetic', auctions: 1, bids: 1, seed: 's' };
    const body = { ym_profile_id: ymProfileOf(things), draft: { tiers: [] }, log };
    return { path: simulationPath, action: 'call', body };
  }
  const id = Number(rowOf(things, 'simulation')['id']);
  if (call === 'follow') return { path: followPath, id, action: 'follow' };
  return { path: call === 'result' ? resultPath : simulationPath, id, action: 'get' };
}

export const simulationAsks = (things: Things): readonly Ask[] =>
  simulationCalls.map((call) => simulationAsk(call, things));

export const auctionPaths = ['/auction', '/auction/explain', '/auction/batch', '/openrtb2/auction'] as const;

/** What an auction is for: a ym-profile by its id, or by a publisher. */
interface AuctionTarget {
  readonly ym_profile_id?: number;
  readonly publisher_id?: number;
}

/** An auction whose answer is the same whenever it is asked. */
export function auctionAsk(path: (typeof auctionPaths)[number], target: AuctionTarget, more: Row = {}): Ask {
  if (path === '/openrtb2/auction') return { path, action: 'call', body: { ...openRtbBody(target), ...more } };
  const auction = { ...target, seed: 's', impression: { time: '2026-11-21T08:00:00Z' }, bids: [], ...more };
  return { path, action: 'call', body: path === '/auction/batch' ? { auctions: [auction] } : auction };
}

/** The same as a stream of one line. */
export const streamAsk = (target: AuctionTarget, more: Row = {}): Ask => ({
  ...auctionAsk('/auction', target, more),
  path: '/auction/batch',
  action: 'stream',
});

function openRtbBody({ ym_profile_id, publisher_id }: AuctionTarget): Row {
  const site = publisher_id === undefined ? {} : { site: { publisher: { id: String(publisher_id) } } };
  const bid_request = { id: 'r', imp: [{ id: '1' }], ...site };
  return { ...(ym_profile_id === undefined ? {} : { ym_profile_id }), bid_request, seed: 's' };
}
