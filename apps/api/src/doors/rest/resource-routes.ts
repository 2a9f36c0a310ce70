import {
  type AppRouter,
  apiKeyResource,
  type Caller,
  changeLogResource,
  countryResource,
  dmaResource,
  type Handlers,
  type ListInput,
  memberResource,
  type Page,
  platformMemberResource,
  profileResource,
  type Resource,
  ServiceError,
  tierResource,
  userResource,
  ymProfileResource,
} from '@auction-tiers/contract';
import type { IncomingMessage } from 'node:http';
import { maxBytesOf, readBytes, readJson, unwrap } from '../http/body.ts';
import { callProcedure } from './call-procedure.ts';
import { type CreateOne, createOne } from './create-one.ts';
import { etagOf } from '../../handlers/request/etag.ts';
import { requireOwnMember } from '../../handlers/request/owner.ts';
import { readIdempotencyKey, readIfMatch } from '../http/condition-header.ts';
import type { Exchange } from '../http/exchange.ts';
import { getOne } from './get-one.ts';
import { inBody } from './in-body.ts';
import { type Query, readFlag, readId, readIds, readList, readProjection, readWhole, requireKnown } from './query.ts';

/** A service: its definition, its name in the router and what it can do. */
export interface Service {
  readonly resource: Pick<Resource, 'service' | 'plural' | 'fields' | 'owner'>;
  readonly router: keyof AppRouter & keyof Handlers;
  readonly methods: readonly ('GET' | 'POST' | 'PUT' | 'DELETE')[];
  /** Of a service that has POST. */
  readonly create?: CreateOne;
  /** Answered from memory, whether the store is there or not. */
  readonly isOfMemory: boolean;
}

const all = ['GET', 'POST', 'PUT', 'DELETE'] as const;

export const services: readonly Service[] = [
  {
    resource: tierResource,
    router: 'tier',
    methods: all,
    create: createOne(tierResource.Create, (handlers) => handlers.tier),
    isOfMemory: false,
  },
  {
    resource: ymProfileResource,
    router: 'ymProfile',
    methods: all,
    create: createOne(ymProfileResource.Create, (handlers) => handlers.ymProfile),
    isOfMemory: false,
  },
  {
    resource: profileResource,
    router: 'profile',
    methods: all,
    create: createOne(profileResource.Create, (handlers) => handlers.profile),
    isOfMemory: false,
  },
  {
    resource: platformMemberResource,
    router: 'platformMember',
    methods: all,
    create: createOne(platformMemberResource.Create, (handlers) => handlers.platformMember),
    isOfMemory: false,
  },
  {
    resource: memberResource,
    router: 'member',
    methods: ['GET', 'POST', 'PUT'],
    create: createOne(memberResource.Create, (handlers) => handlers.member),
    isOfMemory: false,
  },
  {
    resource: userResource,
    router: 'user',
    methods: all,
    create: createOne(userResource.Create, (handlers) => handlers.user),
    isOfMemory: false,
  },
  {
    resource: apiKeyResource,
    router: 'apiKey',
    methods: ['GET', 'POST', 'DELETE'],
    create: createOne(apiKeyResource.Create, (handlers) => handlers.apiKey),
    isOfMemory: false,
  },
  { resource: dmaResource, router: 'dma', methods: ['GET'], isOfMemory: true },
  { resource: countryResource, router: 'country', methods: ['GET'], isOfMemory: true },
  { resource: changeLogResource, router: 'changeLog', methods: ['GET'], isOfMemory: false },
];

type Context = Omit<ReturnType<Exchange['context']>, 'caller'> & { readonly caller: Caller };
type Row = Readonly<Record<string, unknown>>;

/** What a method of a service does: reads the request, runs the procedure, writes the answer. */
type Action = (given: {
  readonly service: Service;
  readonly router: AppRouter;
  readonly handlers: Handlers;
  readonly request: IncomingMessage;
  readonly query: Query;
  readonly context: Context;
  readonly exchange: Exchange;
}) => Promise<void>;

const read: Action = async ({ service, router, handlers, query, context, exchange }) => {
  const { resource, router: name, methods } = service;
  const ids = readIds(query);
  const project = readProjection(query, resource);
  const isOne = ids?.length === 1 && query['id']?.includes(',') === false;
  if (isOne && Object.hasOwn(resource.fields, 'id')) {
    requireKnown(query, ['id', 'fields', 'member_id', 'start_element', 'num_elements']);
    const row = await getOne(handlers[name], context, { id: ids[0], member_id: readWhole(query, 'member_id') });
    if (methods.length > 1 && exchange.isKnown(etagOf(row))) return;
    exchange.ok(resource.service, { count: 1, start_element: 0, num_elements: 100, [resource.service]: project(row) });
    return;
  }
  const input: ListInput = readList(query, resource);
  const page = await callProcedure<Page<Row>>(router, 'query', `${name}.list`, input, context);
  const { count, start_element, num_elements, items } = page;
  exchange.ok(resource.plural, { count, start_element, num_elements, [resource.plural]: items.map(project) });
};

const create: Action = async ({ service: { resource, create: make }, handlers, request, query, context, exchange }) => {
  if (make === undefined) throw new TypeError(`there is no create for ${resource.service}`);
  requireKnown(query, ['member_id']);
  const memberId = readWhole(query, 'member_id');
  const hasMember = Object.hasOwn(resource.fields, 'member_id');
  requireOwnMember(context.caller, memberId);
  const sent = unwrap(await readJson(request, maxBytesOf.object), resource.service);
  const body = hasMember ? withMember(sent, memberId) : sent;
  const named = { ...context, idempotencyKey: readIdempotencyKey(request.headers) };
  const row = await make(handlers, named, body);
  exchange.tag(etagOf(row));
  exchange.ok(resource.service, { count: 1, id: row['id'], [resource.service]: row });
};

const update: Action = async ({ service: { resource, router: name }, router, request, query, context, exchange }) => {
  requireKnown(query, ['id', 'append', 'member_id']);
  const id = resource === memberResource && query['id'] === undefined ? ownMember(context) : readId(query);
  const append = readFlag(query, 'append');
  const member_id = readWhole(query, 'member_id');
  const changes = unwrap(await readJson(request, maxBytesOf.object), resource.service);
  const input = { id, changes, append, member_id, if_match: readIfMatch(request.headers) };
  const row = await callProcedure<Row>(router, 'mutation', `${name}.update`, input, context).catch(inBody('changes'));
  exchange.tag(etagOf(row));
  exchange.ok(resource.service, { count: 1, id, [resource.service]: row });
};

const remove: Action = async ({ service: { router: name }, router, request, query, context, exchange }) => {
  requireKnown(query, ['id', 'member_id']);
  // A body says nothing here, but one that never ends, or ends in nonsense, is no request.
  await readBytes(request, maxBytesOf.object);
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
  return caller.memberId ?? undefined;
}
