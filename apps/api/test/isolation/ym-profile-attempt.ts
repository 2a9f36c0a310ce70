import type { Row } from '../fixture/request.ts';
import { type Ask, askFor, rowOf, type Things, writable } from './ask.ts';
import type { Attempt } from './attempt.ts';

/** An attempt on an operation about the others' objects, with more or other parts of the call. */
const attempt = (
  operation: string,
  title: string,
  status: number,
  more: (others: Things, own: Things) => Partial<Ask> = () => ({}),
): Attempt => ({ operation, title, status, ask: (others, own) => askFor(operation, others, more(others, own)) });

const naming = (procedure: string, title: string): Attempt =>
  attempt(procedure, `${title}, naming the member`, 403, ({ memberId }) => ({ memberId }));

const ofOne = (procedure: string, title: string) => [attempt(procedure, title, 404), naming(procedure, title)];

const idOf = (things: Things) => ({ id: Number(rowOf(things, 'ym-profile')['id']) });
const dry = { query: { dry_run: 'true' } };

/** Every way to take another member's tier set. */
export const exportAttempts: readonly Attempt[] = ['ymProfile.export', 'ymProfile.exportTagged'].flatMap((name) => [
  ...ofOne(name, 'read one whole'),
  attempt(name, 'read one whole unless it is there', 404, () => ({ headers: { 'if-none-match': '*' } })),
  attempt(name, 'read one of its own whole, naming the member', 403, ({ memberId }, own) => ({
    ...idOf(own),
    memberId,
  })),
]);

/** An object as a file has it. */
const entry = (things: Things, service: string, resource: string): Row => {
  const row = rowOf(things, resource);
  return { ...writable(service, row), id: row['id'] };
};

/** A file that holds what a member has, under its ids. */
const fileOf = (things: Things): Row => ({
  ym_profile: entry(things, 'ymProfile', 'ym-profile'),
  tiers: [entry(things, 'tier', 'ym-auction-tier')],
  profiles: [entry(things, 'profile', 'profile')],
  revision: '0-1',
});

const importing = (title: string, status: number, more?: (others: Things, own: Things) => Partial<Ask>) =>
  attempt('ymProfile.import', title, status, more);

/** Every way to replace another member's tier set, or to use its objects in one's own. */
export const importAttempts: readonly Attempt[] = [
  importing('empty one', 404),
  importing('run dry the emptying of one', 404, () => dry),
  importing('replace one in another state', 404, (_others, own) => ({ body: fileOf(own), ifMatch: '"other"' })),
  naming('ymProfile.import', 'replace one'),
  importing('replace one of its own, naming the member', 403, ({ memberId }, own) => ({ ...idOf(own), memberId })),
  importing('use its profile in one of its own', 400, (others, own) => ({
    ...idOf(own),
    body: { tiers: [{ name: 'T', profile_id: rowOf(others, 'profile')['id'] }], profiles: [] },
  })),
  importing('name its buyer in one of its own', 409, (others, own) => {
    const { name } = rowOf(others, 'platform-member');
    return { ...idOf(own), body: { tiers: [{ name: 'T', buyer_members: [{ name }] }] } };
  }),
  importing('try a file of its tier set on one of its own', 200, (others, own) => ({
    ...idOf(own),
    body: fileOf(others),
    ...dry,
  })),
];

/** Every way to see the steps of another member's tier set. */
export const historyAttempts: readonly Attempt[] = [
  ...ofOne('ymProfile.history', 'read one'),
  attempt('ymProfile.history', 'read one by its user', 404, (others) => ({
    query: { user: String(rowOf(others, 'user')['username']) },
  })),
];

const revisionOf = ({ rows }: Things) => String(rows['change-log']?.['revision']);
const between = (things: Things) => ({ from: revisionOf(things), to: revisionOf(things) });

/** Every way to see another member's tier set as it was, or to change it to that. */
export const pastAttempts: readonly Attempt[] = [
  'ymProfile.exportAt',
  'ymProfile.diff',
  'ymProfile.restore',
  'ymProfile.undo',
].flatMap((name) => {
  const query = name === 'ymProfile.diff' ? between : (things: Things) => ({ revision: revisionOf(things) });
  return [
    attempt(name, 'read one as it was, by its revision', 404, (others) => ({ query: query(others) })),
    attempt(name, 'of one, by a revision of its own', 404, (_others, own) => ({ query: query(own) })),
    attempt(name, 'of one, naming the member', 403, (others) => ({
      memberId: others.memberId,
      query: query(others),
    })),
  ];
});

/** Every way to see a simulation of another member, or to begin one over what it has. */
export const simulationAttempts: readonly Attempt[] = [
  ...ofOne('simulation.status', 'read one'),
  attempt('simulation.list', 'list everything', 200),
  naming('simulation.list', 'list the simulations'),
  attempt('simulation.start', 'run one over its tiers', 404),
  naming('simulation.start', 'begin one'),
  attempt('simulation.start', 'begin one over its log', 400, (_others, own) => {
    const { body } = askFor('simulation.start', own);
    return { body: { ...body, log: { kind: 'file', name: 'kestrel-log.jsonl' } } };
  }),
];
/** Every way to see what another member's tiers did. */
export const reportAttempts: readonly Attempt[] = ofOne('report.rows', 'read one');
export const movementAttempts: readonly Attempt[] = ofOne('movement.tell', 'tell what moved one');
export const todayAttempts: readonly Attempt[] = ofOne('today.tell', 'tell the day of one');
export const usualAttempts: readonly Attempt[] = ofOne('usual.day', 'read one');
export const liveReportAttempts: readonly Attempt[] = ofOne('report.live', 'follow one');

/** Every way to see the recorded auctions of another member. */
export const recordedAttempts: readonly Attempt[] = ['recorded.list', 'recorded.content', 'recorded.ask'].flatMap(
  (name) => {
    const hours = { from: '2020-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' };
    const queryOf = (things: Things) => ({
      query: { ym_profile_id: String(idOf(things).id), ...(name !== 'recorded.list' && hours) },
    });
    return [
      attempt(name, 'read one', 404, queryOf),
      attempt(name, 'read one, naming the member', 403, (others) => ({
        ...queryOf(others),
        memberId: others.memberId,
      })),
      attempt(name, 'read its own, naming the member', 403, ({ memberId }, own) => ({ ...queryOf(own), memberId })),
    ];
  },
);

/** Every way to have an experiment on another member's draft planned. */
export const planAttempts: readonly Attempt[] = [
  attempt('experiment.plan', 'read one', 404, (things) => planQuery(things)),
  attempt('experiment.plan', 'read one, naming the member', 403, (others) => ({
    ...planQuery(others),
    memberId: others.memberId,
  })),
];

/** Every way to see the unknown seats of another member. Without a member they are the seller's own, as it sent them. */
export const seatAttempts: readonly Attempt[] = [naming('unknownSeat.list', "list the others'")];

/** The holidays of a country come from a list that the service brings along: they belong to no member. */
export const holidayAttempts: readonly Attempt[] = [
  attempt('calendar.holidays', "list a country's", 200),
  naming('calendar.holidays', "list a country's"),
];

const planQuery = (things: Things) => ({ query: { draft_id: String(rowOf(things, 'draft')['id']) } });

/** Every way to have a test sent to another member's channel. */
export const testAttempts: readonly Attempt[] = [
  attempt('alert.test', 'use one', 404, (things) => channelQuery(things)),
  attempt('alert.test', 'use one, naming the member', 403, (others) => ({
    ...channelQuery(others),
    memberId: others.memberId,
  })),
];

const channelQuery = (things: Things) => ({ query: { channel_id: String(rowOf(things, 'channel')['id']) } });

export const resultAttempts: readonly Attempt[] = ofOne('simulation.result', 'read one with its report');
export const followAttempts: readonly Attempt[] = ofOne('simulation.follow', 'follow one');
