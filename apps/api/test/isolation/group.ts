import { services, type ResourceService } from '@auction-tiers/contract';
import { askFor, auctionActions, guarded, operationOf, rowOf } from './ask.ts';
import { type Attempt, attemptsOnAny, attemptsOnList, attemptsOnObjects } from './attempt.ts';
import { auctionAttemptsOn } from './auction-attempt.ts';
import {
  exportAttempts,
  followAttempts,
  holidayAttempts,
  seatAttempts,
  historyAttempts,
  importAttempts,
  liveReportAttempts,
  movementAttempts,
  planAttempts,
  pastAttempts,
  reportAttempts,
  resultAttempts,
  recordedAttempts,
  simulationAttempts,
  testAttempts,
  todayAttempts,
  usualAttempts,
} from './ym-profile-attempt.ts';

/** The attempts on some operations that belong together. */
export interface Group {
  /** A path of REST, or of a procedure that only tRPC has. */
  readonly path: string;
  readonly attempts: readonly Attempt[];
}

/** Resources whose objects belong to no member, with an id of one of them. */
const catalogues: Readonly<Record<string, number>> = { dma: 501, country: 233 };

function attemptsOnResource(service: ResourceService): readonly Attempt[] {
  const { resource, router } = service;
  const id = catalogues[resource.service];
  const meta: Attempt = {
    operation: `${router}.meta`,
    title: 'read its fields',
    status: 200,
    ask: () => ({ service: router, action: 'meta' }),
  };
  const list = [...attemptsOnList(service), meta];
  if (id !== undefined) {
    const ask = () => ({ service: router, action: 'get', id });
    return [...list, { operation: `${router}.get`, title: 'read one', status: 200, ask }];
  }
  return 'id' in resource.fields ? [...list, ...attemptsOnObjects(service)] : list;
}

/** A single failed login, fewer than lock the username out. */
const guess: Attempt = {
  operation: 'auth.login',
  title: 'log in with a wrong password',
  status: 401,
  ask: (others) => {
    const { username } = rowOf(others, 'user');
    return askFor('auth.login', others, { body: { username, password: 'a guess' } });
  },
};

/** With an API key, which is no session. */
const logOut: Attempt = {
  operation: 'auth.logout',
  title: 'log out with an API key',
  status: 400,
  ask: () => ({ service: 'auth', action: 'logout' }),
};

/** What is made by hand, for operations that are not about one object, or of which more can be tried than that. */
const byHand: readonly Group[] = [
  ...auctionActions.map((action) => ({
    path: operationOf({ service: 'auction', action }).rest?.path ?? action,
    attempts: auctionAttemptsOn(action),
  })),
  { path: '/ym-profile/export', attempts: exportAttempts },
  { path: '/ym-profile/import', attempts: importAttempts },
  { path: '/ym-profile/history', attempts: historyAttempts },
  { path: '/ym-profile/restore', attempts: pastAttempts },
  { path: '/recorded', attempts: recordedAttempts },
  { path: '/alert/test', attempts: testAttempts },
  { path: '/experiment/plan', attempts: planAttempts },
  { path: '/simulation', attempts: simulationAttempts },
  { path: '/simulation/result', attempts: resultAttempts },
  { path: 'simulation.follow', attempts: followAttempts },
  { path: '/report', attempts: reportAttempts },
  { path: '/movement', attempts: movementAttempts },
  { path: 'today.tell', attempts: todayAttempts },
  { path: '/usual', attempts: usualAttempts },
  { path: '/unknown-seat', attempts: seatAttempts },
  { path: '/calendar/holidays', attempts: holidayAttempts },
  { path: 'report.live', attempts: liveReportAttempts },
  { path: '/auth', attempts: [guess, logOut] },
];

const ofResources: readonly Group[] = services.map((service) => ({
  path: `/${service.resource.service}`,
  attempts: attemptsOnResource(service),
}));

const tried = new Set(
  [...ofResources, ...byHand].flatMap(({ attempts }) => attempts.map(({ operation }) => operation)),
);

/**
 * Every attempt there is. A resource that is added is tried with all that can be asked of any; another operation on one
 * object with what can be tried of any, until attempts on it are made by hand.
 */
export const groups: readonly Group[] = [
  ...ofResources,
  ...byHand,
  ...guarded
    .filter(({ procedure }) => !tried.has(procedure))
    .map((operation) => ({ path: operation.rest?.path ?? operation.procedure, attempts: attemptsOnAny(operation) }))
    .filter(({ attempts }) => attempts.length > 0),
];
