import { type Ask, rowOf, type Things } from './ask.ts';
import type { Row } from '../fixture/request.ts';

/** A call that is tried on every resource with the operation, and the status of the only right answer. */
export interface Pattern {
  readonly title: string;
  /** The operations of a resource that are called, where it has them. */
  readonly actions: readonly string[];
  readonly status: number;
  /** Only where objects belong to members. */
  readonly isOwned?: true;
  readonly ask: (others: About, own: About) => Omit<Ask, 'service' | 'action'>;
}

/** A member's object of the resource in question. */
export interface About extends Things {
  readonly id: number;
  /** What makes such an object, without its id and what must be unique. */
  readonly body: Row;
}

const reads = ['get', 'getTagged'];

/** Every way to name an object of another member, or the member itself. */
export const patterns: readonly Pattern[] = [
  { title: 'read one', actions: reads, status: 404, ask: ({ id }) => ({ id }) },
  {
    title: 'read one unless it is there',
    actions: reads,
    status: 404,
    ask: ({ id }) => ({ id, headers: { 'if-none-match': '*' } }),
  },
  { title: 'read one, naming the member', actions: reads, status: 403, ask: ({ id, memberId }) => ({ id, memberId }) },
  {
    title: 'read one of its own, naming the member',
    actions: reads,
    status: 403,
    ask: ({ memberId }, { id }) => ({ id, memberId }),
  },
  { title: 'change one', actions: ['update'], status: 404, ask: ({ id }, { body }) => ({ id, body }) },
  { title: 'change nothing of one', actions: ['update'], status: 404, ask: ({ id }) => ({ id, body: {} }) },
  {
    title: 'change one in any state',
    actions: ['update'],
    status: 404,
    ask: ({ id }, { body }) => ({ id, body, ifMatch: '*' }),
  },
  {
    title: 'change one in another state',
    actions: ['update'],
    status: 404,
    ask: ({ id }, { body }) => ({ id, body, ifMatch: '"other"' }),
  },
  {
    title: 'change one, naming the member',
    actions: ['update'],
    status: 403,
    ask: ({ id, memberId }, { body }) => ({ id, body, memberId }),
  },
  {
    title: 'give one of its own the id',
    actions: ['update'],
    status: 400,
    isOwned: true,
    ask: ({ id: theirs }, { id }) => ({ id, body: { id: theirs } }),
  },
  {
    title: 'give one of its own away',
    actions: ['update'],
    status: 400,
    isOwned: true,
    ask: ({ memberId }, { id }) => ({ id, body: { member_id: memberId } }),
  },
  { title: 'delete one', actions: ['remove'], status: 404, ask: ({ id }) => ({ id }) },
  {
    title: 'delete one in another state',
    actions: ['remove'],
    status: 404,
    ask: ({ id }) => ({ id, ifMatch: '"other"' }),
  },
  {
    title: 'delete one, naming the member',
    actions: ['remove'],
    status: 403,
    ask: ({ id, memberId }) => ({ id, memberId }),
  },
  {
    title: 'delete one of its own, naming the member',
    actions: ['remove'],
    status: 403,
    ask: ({ memberId }, { id }) => ({ id, memberId }),
  },
  {
    title: 'create one for the member',
    actions: ['create'],
    status: 400,
    isOwned: true,
    ask: ({ memberId }, { body }) => ({ body: { ...body, member_id: memberId } }),
  },
];

/** An attribute that names an object of another resource, or of the same. */
export function patternsOfReference(field: string, to: string): readonly Pattern[] {
  const named = (things: Things) => ({ [field]: rowOf(things, to)['id'] });
  return [
    {
      title: `create one with its ${field}`,
      actions: ['create'],
      status: 409,
      ask: (others, { body }) => ({ body: { ...body, ...named(others) } }),
    },
    {
      title: `give one of its own the ${field}`,
      actions: ['update'],
      status: 409,
      ask: (others, { id }) => ({ id, body: named(others) }),
    },
  ];
}

const password = 'taken-over-password';

/** What only some resources can be asked. */
export const ownPatterns: Readonly<Record<string, readonly Pattern[]>> = {
  'ym-auction-tier': [
    {
      title: 'name its buyer',
      actions: ['update'],
      status: 409,
      ask: (others, { id }) => {
        const { name } = rowOf(others, 'platform-member');
        return { id, body: { buyer_members: [{ name }] } };
      },
    },
  ],
  'platform-member': [
    {
      title: 'add its buyer',
      actions: ['create'],
      status: 403,
      ask: (others) => ({ body: rowOf(others, 'platform-member') }),
    },
  ],
  member: [{ title: 'make one like it', actions: ['create'], status: 403, ask: ({ body }) => ({ body }) }],
  user: [
    {
      title: 'make one like it',
      actions: ['create'],
      status: 403,
      ask: (others) => ({ body: { ...rowOf(others, 'user'), password } }),
    },
    {
      title: 'take its name',
      actions: ['update'],
      status: 403,
      ask: (others, { id }) => ({ id, body: { username: rowOf(others, 'user')['username'] } }),
    },
    {
      title: 'move to its member',
      actions: ['update'],
      status: 403,
      ask: ({ memberId }, { id }) => ({ id, body: { member_id: memberId } }),
    },
    {
      title: 'set its password',
      actions: ['update'],
      status: 404,
      ask: ({ id }) => ({ id, body: { password, current_password: password } }),
    },
  ],
};
