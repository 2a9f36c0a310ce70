import { type ResourceService as Service, services } from '@auction-tiers/contract';
import { auctionPaths, exportPath, importPath, rowOf } from './ask.ts';
import { type Attempt, attemptsOn } from './attempt.ts';
import { auctionAttemptsOn } from './auction-attempt.ts';
import { simulationGroups } from './simulation-attempt.ts';
import { exportAttempts, importAttempts } from './tier-set-attempt.ts';
import { listAttemptsOn } from './list-attempt.ts';

/** Every attempt on one path. */
export interface Group {
  readonly path: string;
  readonly attempts: readonly Attempt[];
}

/** Services that hold nothing of any member, with an id that everybody finds there. */
const everybodys: Readonly<Record<string, number>> = { dma: 501, country: 233 };

/** Fewer in a test than lock the name out. */
const guess: Attempt = {
  title: 'log in with a wrong password',
  status: 401,
  ask: (others) => {
    const { username } = rowOf(others, 'user');
    return { path: '/auth', action: 'call', body: { username, password: 'a guess' } };
  },
};

/** Every attempt there is, by path. A service that comes later is asked what all are asked. */
export const groups: readonly Group[] = [
  ...services.map((service) => ({
    path: `/${service.resource.service}`,
    attempts: [...listAttemptsOn(service), ...objectAttemptsOn(service)],
  })),
  ...auctionPaths.map((path) => ({ path, attempts: auctionAttemptsOn(path) })),
  { path: exportPath, attempts: exportAttempts },
  { path: importPath, attempts: importAttempts },
  ...simulationGroups,
  { path: '/auth', attempts: [guess] },
];

function objectAttemptsOn(service: Service): readonly Attempt[] {
  const { service: name, fields } = service.resource;
  const path = `/${name}`;
  const id = everybodys[name];
  const meta: Attempt = { title: 'read its fields', status: 200, ask: () => ({ path, action: 'meta' }) };
  if (id !== undefined) return [meta, { title: 'read one', status: 200, ask: () => ({ path, action: 'get', id }) }];
  return 'id' in fields ? [meta, ...attemptsOn(service)] : [meta];
}
