import { allOperations, type NamedOperation, services } from '@auction-tiers/contract';
import { z } from 'zod';
import { operations as documented } from '../fixture/api-document.ts';
import type { Row } from '../fixture/request.ts';
import { plantedDay } from './planted-day.ts';

/** A call of one operation, in words that both doors know. */
export interface Ask {
  /** The operation by its place in the table: `tier` and `list`, for example. */
  readonly service: string;
  readonly action: string;
  readonly id?: number;
  /** The member to act for. */
  readonly memberId?: number;
  /** The parameters of a list, as a query has them; of a subscription, its input. */
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Row;
  /** States in one of which the object must be. */
  readonly ifMatch?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What one member has: its id, and an object of each resource by the path of its service. */
export interface Things {
  readonly memberId: number;
  readonly rows: Readonly<Record<string, Row>>;
}

/** A member's object of a resource. Throws where it has none: nothing would be asked about. */
export function rowOf({ rows, memberId }: Things, resource: string): Row {
  const row = rows[resource];
  if (row === undefined) throw new Error(`member ${memberId} has no ${resource} to ask about`);
  return row;
}

/** The resource whose objects a service of the router is about. */
export function resourceOf(service: string) {
  return services.find(({ router }) => router === service)?.resource;
}

/** An object as a writer may send it. Throws for the objects of no resource. */
export function writable(service: string, row: Row): Row {
  const resource = resourceOf(service);
  if (resource === undefined) throw new Error(`the router has no resource at ${service}`);
  return Object.fromEntries(Object.entries(row).filter(([name]) => resource.fields[name]?.mode !== 'read_only'));
}

/** The operation of a call. Throws for one that is not in the table. */
export function operationOf({ service, action }: Ask): NamedOperation {
  const found = allOperations.find((one) => one.service === service && one.name === action);
  if (found === undefined) throw new Error(`the table has no operation ${service}.${action}`);
  return found;
}

/** The operations that need a credential. */
export const guarded: readonly NamedOperation[] = allOperations.filter(({ scope }) => scope !== null);

/** Whether an operation is about one object that its input names beside the body. */
export function takesId({ rest, input }: NamedOperation): boolean {
  if (rest !== undefined) return rest.query !== undefined && 'id' in rest.query;
  if (!(input instanceof z.ZodType)) return false;
  const { required = [] } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  return required.includes('id');
}

/** One call of every operation that needs a credential, about these things where it is about any. */
export const everyAsk = (things: Things): readonly Ask[] => guarded.map((operation) => askOf(operation, things));

/** A call of an operation, of which an object with the id 1 takes the place of one that a member does not have. */
export function askOf(operation: NamedOperation, things: Things, more: Partial<Ask> = {}): Ask {
  const { service, name: action, procedure, rest } = operation;
  const row = things.rows[resourceOf(service)?.service ?? service] ?? {};
  return {
    service,
    action,
    ...(takesId(operation) ? { id: Number(row['id'] ?? 1) } : {}),
    ...(procedure in queries ? { query: queries[procedure]!(things) } : {}),
    ...(rest?.body === undefined ? {} : { body: bodyOf(operation, things, row) }),
    ...more,
  };
}

/** The calls of special operations whose bodies name what a member has; others send what the document shows. */
const bodies: Readonly<Record<string, (things: Things) => Row>> = {
  'ymProfile.import': () => ({ tiers: [] }),
  'simulation.start': (things) => {
    const log = { kind: 'synthetic', auctions: 1, bids: 1, seed: 's' };
    return { ...onOwn(things), draft: { tiers: [] }, log };
  },
  'auction.run': (things) => auctionBody('run', onOwn(things)),
  'auction.explain': (things) => auctionBody('explain', onOwn(things)),
  'auction.runMany': (things) => auctionBody('runMany', onOwn(things)),
  'auction.openrtb': (things) => auctionBody('openrtb', onOwn(things)),
};

const ofReport = (things: Things) => ({ ym_profile_id: String(onOwn(things).ym_profile_id) });

/** The queries of special operations, which name what a member has. */
const queries: Readonly<Record<string, (things: Things) => Readonly<Record<string, string>>>> = {
  'report.rows': (things) => ({ ...ofReport(things), group_by: 'tier,buyer' }),
  'report.live': ofReport,
  'movement.tell': ofReport,
  'today.tell': ofReport,
  'usual.day': (things) => ({ ...ofReport(things), date: plantedDay }),
  'calendar.holidays': () => ({ country: 'DE', year: '2026' }),
  'alert.test': (things) => ({ channel_id: String(Number(things.rows['channel']?.['id'] ?? 1)) }),
  'experiment.plan': (things) => ({ draft_id: String(Number(things.rows['draft']?.['id'] ?? 1)) }),
};

function bodyOf({ service, name, procedure, rest }: NamedOperation, things: Things, row: Row): Row {
  const own = bodies[procedure];
  if (own !== undefined) return own(things);
  if (['create', 'update'].includes(name) && resourceOf(service) !== undefined) return writable(service, row);
  const shown = documented.find(({ method, path }) => method === rest?.method && path === rest.path)?.examples[0];
  if (shown === undefined) throw new Error(`the document shows no body for ${procedure}`);
  return shown.value as Row;
}

/** A call of the operation with this path in the router, about what a member has. */
export function askFor(procedure: string, things: Things, more: Partial<Ask> = {}): Ask {
  const [service = '', action = ''] = procedure.split('.');
  return askOf(operationOf({ service, action }), things, more);
}

/** What an auction is for: a ym-profile by its id, or by a publisher. */
export interface AuctionTarget {
  readonly ym_profile_id?: number;
  readonly publisher_id?: number;
}

const onOwn = (things: Things) => ({ ym_profile_id: Number(rowOf(things, 'ym-profile')['id']) });

export const auctionActions = ['run', 'explain', 'runMany', 'openrtb'] as const;
export type AuctionAction = (typeof auctionActions)[number];

/** An auction whose answer is the same whenever it is asked. */
export const auctionAsk = (action: AuctionAction, target: AuctionTarget, more: Row = {}): Ask => ({
  service: 'auction',
  action,
  body: auctionBody(action, target, more),
});

export function auctionBody(action: AuctionAction, target: AuctionTarget, more: Row = {}): Row {
  if (action === 'openrtb') return { ...openRtbBody(target), ...more };
  const auction = { ...target, seed: 's', impression: { time: '2026-11-21T08:00:00Z' }, bids: [], ...more };
  return action === 'runMany' ? { auctions: [auction] } : auction;
}

function openRtbBody({ ym_profile_id, publisher_id }: AuctionTarget): Row {
  const site = publisher_id === undefined ? {} : { site: { publisher: { id: String(publisher_id) } } };
  const bid_request = { id: 'r', imp: [{ id: '1' }], ...site };
  return { ...(ym_profile_id === undefined ? {} : { ym_profile_id }), bid_request, seed: 's' };
}
