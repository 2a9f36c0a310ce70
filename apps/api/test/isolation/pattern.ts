import { type ResourceService as Service } from '@auction-tiers/contract';
import { type Ask, rowOf, type Things } from './ask.ts';
import type { Row } from '../fixture/request.ts';

/** A question to any service that has the method, and the status of its only answer. */
export interface Pattern {
  readonly title: string;
  readonly method: Service['methods'][number];
  readonly status: number;
  /** Only where objects belong to members. */
  readonly isOwned?: true;
  readonly ask: (others: About, own: About) => Ask;
}

/** A member's object of the service in question. */
export interface About extends Things {
  readonly one: { readonly path: string; readonly id: number };
  /** What makes such an object, without its id and what must be unique. */
  readonly body: Row;
}

/** Every way to name an object of another member, or the member itself. */
export const patterns: readonly Pattern[] = [
  { title: 'read one', method: 'GET', status: 404, ask: ({ one }) => ({ ...one, action: 'get' }) },
  { title: 'read one and its tag', method: 'GET', status: 404, ask: ({ one }) => ({ ...one, action: 'getTagged' }) },
  {
    title: 'read one unless it is there',
    method: 'GET',
    status: 404,
    ask: ({ one }) => ({ ...one, action: 'get', headers: { 'if-none-match': '*' } }),
  },
  {
    title: 'read one, naming the member',
    method: 'GET',
    status: 403,
    ask: ({ one, memberId }) => ({ ...one, action: 'get', memberId }),
  },
  {
    title: 'read one of its own, naming the member',
    method: 'GET',
    status: 403,
    ask: ({ memberId }, { one }) => ({ ...one, action: 'get', memberId }),
  },
  { title: 'change one', method: 'PUT', status: 404, ask: ({ one }, { body }) => ({ ...one, action: 'update', body }) },
  {
    title: 'change nothing of one',
    method: 'PUT',
    status: 404,
    ask: ({ one }) => ({ ...one, action: 'update', body: {} }),
  },
  {
    title: 'change one in whatever state it is',
    method: 'PUT',
    status: 404,
    ask: ({ one }, { body }) => ({ ...one, action: 'update', body, ifMatch: '*' }),
  },
  {
    title: 'change one in another state',
    method: 'PUT',
    status: 404,
    ask: ({ one }, { body }) => ({ ...one, action: 'update', body, ifMatch: '"other"' }),
  },
  {
    title: 'change one, naming the member',
    method: 'PUT',
    status: 403,
    ask: ({ one, memberId }, { body }) => ({ ...one, action: 'update', body, memberId }),
  },
  {
    title: 'give one of its own the id',
    method: 'PUT',
    status: 400,
    isOwned: true,
    ask: ({ one: { id } }, { one }) => ({ ...one, action: 'update', body: { id } }),
  },
  {
    title: 'give one of its own away',
    method: 'PUT',
    status: 400,
    isOwned: true,
    ask: ({ memberId }, { one }) => ({ ...one, action: 'update', body: { member_id: memberId } }),
  },
  { title: 'delete one', method: 'DELETE', status: 404, ask: ({ one }) => ({ ...one, action: 'remove' }) },
  {
    title: 'delete one in another state',
    method: 'DELETE',
    status: 404,
    ask: ({ one }) => ({ ...one, action: 'remove', ifMatch: '"other"' }),
  },
  {
    title: 'delete one, naming the member',
    method: 'DELETE',
    status: 403,
    ask: ({ one, memberId }) => ({ ...one, action: 'remove', memberId }),
  },
  {
    title: 'delete one of its own, naming the member',
    method: 'DELETE',
    status: 403,
    ask: ({ memberId }, { one }) => ({ ...one, action: 'remove', memberId }),
  },
  {
    title: 'create one for the member',
    method: 'POST',
    status: 400,
    isOwned: true,
    ask: ({ memberId }, own) => ({ path: own.one.path, action: 'create', body: { ...own.body, member_id: memberId } }),
  },
];

/** An attribute that names an object of another service, or of the same. */
export function patternsOfReference(field: string, to: string): readonly Pattern[] {
  const named = (things: Things) => ({ [field]: rowOf(things, to)['id'] });
  return [
    {
      title: `create one with its ${field}`,
      method: 'POST',
      status: 409,
      ask: (others, own) => ({ path: own.one.path, action: 'create', body: { ...own.body, ...named(others) } }),
    },
    {
      title: `give one of its own the ${field}`,
      method: 'PUT',
      status: 409,
      ask: (others, { one }) => ({ ...one, action: 'update', body: named(others) }),
    },
  ];
}

const password = 'taken-over-password';

/** What only some services can be asked. */
export const ownPatterns: Readonly<Record<string, readonly Pattern[]>> = {
  'ym-auction-tier': [
    {
      title: 'name its buyer',
      method: 'PUT',
      status: 409,
      ask: (others, { one }) => {
        const { name } = rowOf(others, 'platform-member');
        return { ...one, action: 'update', body: { buyer_members: [{ name }] } };
      },
    },
  ],
  'platform-member': [
    {
      title: 'add its buyer',
      method: 'POST',
      status: 403,
      ask: (others) => ({ path: others.one.path, action: 'create', body: rowOf(others, 'platform-member') }),
    },
  ],
  member: [
    {
      title: 'make one like it',
      method: 'POST',
      status: 403,
      ask: ({ one, body: like }) => ({ path: one.path, action: 'create', body: like }),
    },
  ],
  user: [
    {
      title: 'make one like it',
      method: 'POST',
      status: 403,
      ask: (others) => ({ path: others.one.path, action: 'create', body: { ...rowOf(others, 'user'), password } }),
    },
    {
      title: 'take its name',
      method: 'PUT',
      status: 403,
      ask: (others, { one }) => ({ ...one, action: 'update', body: { username: rowOf(others, 'user')['username'] } }),
    },
    {
      title: 'move to its member',
      method: 'PUT',
      status: 403,
      ask: ({ memberId }, { one }) => ({ ...one, action: 'update', body: { member_id: memberId } }),
    },
    {
      title: 'set its password',
      method: 'PUT',
      status: 404,
      ask: ({ one }) => ({ ...one, action: 'update', body: { password, current_password: password } }),
    },
  ],
};
