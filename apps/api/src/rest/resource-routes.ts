import {
  type AppRouter,
  apiKeyResource,
  changeLogResource,
  countryResource,
  dmaResource,
  type ListInput,
  memberResource,
  type Page,
  platformMemberResource,
  profileResource,
  requireScope,
  type Resource,
  ServiceError,
  tierResource,
  userResource,
  ymProfileResource,
} from '@auction-tiers/contract';
import type { Request } from 'express';
import { readBytes, readJson, unwrap } from './body.ts';
import { callProcedure } from './call-procedure.ts';
import { etagOf } from '../handler/etag.ts';
import { requireOwnMember } from '../handler/owner.ts';
import { readIdempotencyKey, readIfMatch } from './condition-header.ts';
import type { Exchange } from './exchange.ts';
import { inBody } from './in-body.ts';
import { type Query, readFlag, readId, readIds, readList, readProjection, readWhole, requireKnown } from './query.ts';

/** A service: its definition, its name in the router and what it can do. */
export interface Service {
  readonly resource: Pick<Resource, 'service' | 'plural' | 'fields' | 'owner'>;
  readonly router: keyof AppRouter;
  readonly methods: readonly ('GET' | 'POST' | 'PUT' | 'DELETE')[];
  /** Answered from memory, whether the store is there or not. */
  readonly isOfMemory: boolean;
}

const all = ['GET', 'POST', 'PUT', 'DELETE'] as const;

export const services: readonly Service[] = [
  { resource: tierResource, router: 'tier', methods: all, isOfMemory: false },
  { resource: ymProfileResource, router: 'ymProfile', methods: all, isOfMemory: false },
  { resource: profileResource, router: 'profile', methods: all, isOfMemory: false },
  { resource: platformMemberResource, router: 'platformMember', methods: all, isOfMemory: false },
  { resource: memberResource, router: 'member', methods: ['GET', 'POST', 'PUT'], isOfMemory: false },
  { resource: userResource, router: 'user', methods: all, isOfMemory: false },
  { resource: apiKeyResource, router: 'apiKey', methods: ['GET', 'POST', 'DELETE'], isOfMemory: false },
  { resource: dmaResource, router: 'dma', methods: ['GET'], isOfMemory: true },
  { resource: countryResource, router: 'country', methods: ['GET'], isOfMemory: true },
  { resource: changeLogResource, router: 'changeLog', methods: ['GET'], isOfMemory: false },
];

/** Objects of a service may be this large. */
const maxBodyBytes = 1024 * 1024;

type Context = ReturnType<Exchange['context']>;
type Row = Readonly<Record<string, unknown>>;

/** What a method of a service does: reads the request, runs the procedure, writes the answer. */
type Action = (given: {
  readonly service: Service;
  readonly router: AppRouter;
  readonly request: Request;
  readonly query: Query;
  readonly context: Context;
  readonly exchange: Exchange;
}) => Promise<void>;

const read: Action = async ({ service: { resource, router: name, methods }, router, query, context, exchange }) => {
  const ids = readIds(query);
  const project = readProjection(query, resource);
  const isOne = ids?.length === 1 && query['id']?.includes(',') === false;
  if (isOne && Object.hasOwn(resource.fields, 'id')) {
    requireKnown(query, ['id', 'fields', 'member_id', 'start_element', 'num_elements']);
    const input = { id: ids[0], member_id: readWhole(query, 'member_id') };
    const row = await callProcedure<Row>(router, 'query', `${name}.get`, input, context);
    if (methods.length > 1 && exchange.isKnown(etagOf(row))) return;
    exchange.ok(resource.service, { count: 1, start_element: 0, num_elements: 100, [resource.service]: project(row) });
    return;
  }
  const input: ListInput = readList(query, resource);
  const page = await callProcedure<Page<Row>>(router, 'query', `${name}.list`, input, context);
  const { count, start_element, num_elements, items } = page;
  exchange.ok(resource.plural, { count, start_element, num_elements, [resource.plural]: items.map(project) });
};

const create: Action = async ({ service: { resource, router: name }, router, request, query, context, exchange }) => {
  requireKnown(query, ['member_id']);
  const memberId = readWhole(query, 'member_id');
  const hasMember = Object.hasOwn(resource.fields, 'member_id');
  requireOwnMember(requireScope(context.caller, 'write'), memberId);
  const sent = unwrap(await readJson(request, maxBodyBytes), resource.service);
  const body = hasMember ? withMember(sent, memberId) : sent;
  const named = { ...context, idempotencyKey: readIdempotencyKey(request.headers) };
  const row = await callProcedure<Row>(router, 'mutation', `${name}.create`, body, named);
  exchange.tag(etagOf(row));
  exchange.ok(resource.service, { count: 1, id: row['id'], [resource.service]: row });
};

const update: Action = async ({ service: { resource, router: name }, router, request, query, context, exchange }) => {
  requireKnown(query, ['id', 'append', 'member_id']);
  const id = resource === memberResource && query['id'] === undefined ? ownMember(context) : readId(query);
  const append = readFlag(query, 'append');
  const member_id = readWhole(query, 'member_id');
  const changes = unwrap(await readJson(request, maxBodyBytes), resource.service);
  const input = { id, changes, append, member_id, if_match: readIfMatch(request.headers) };
  const row = await callProcedure<Row>(router, 'mutation', `${name}.update`, input, context).catch(inBody('changes'));
  exchange.tag(etagOf(row));
  exchange.ok(resource.service, { count: 1, id, [resource.service]: row });
};

const remove: Action = async ({ service: { router: name }, router, request, query, context, exchange }) => {
  requireKnown(query, ['id', 'member_id']);
  // A body says nothing here, but one that never ends, or ends in nonsense, is no request.
  await readBytes(request, maxBodyBytes);
  const if_match = readIfMatch(request.headers);
  const input = { id: readId(query), member_id: readWhole(query, 'member_id'), if_match };
  const { id } = await callProcedure<{ id: number }>(router, 'mutation', `${name}.remove`, input, context);
  exchange.ok(null, { count: 1, id });
};

/** The action of a method, or a 405 that names the methods there are. */
export function actionOf({ resource, methods }: Service, method: string): Action {
  const known = methods.find((one) => one === (method === 'HEAD' ? 'GET' : method));
  if (known !== undefined) return { GET: read, POST: create, PUT: update, DELETE: remove }[known];
  const message = `/${resource.service} has no ${method}, allowed: ${methods.join(', ')}`;
  throw new ServiceError('method_not_allowed', message, { allow: methods });
}

/** An administrator may name the member in the query as well as in the body. */
function withMember(body: unknown, memberId: number | undefined): unknown {
  if (memberId === undefined || typeof body !== 'object' || body === null || 'member_id' in body) return body;
  return { ...body, member_id: memberId };
}

/** A seller may leave out its own id, for it has no other. */
function ownMember({ caller }: Context): number | undefined {
  return caller instanceof ServiceError ? undefined : (caller.memberId ?? undefined);
}
