import { expect, test } from 'vitest';
import { killFaults } from '../../chaos/fault/kill.ts';
import { runRounds } from '../../chaos/scenario/rounds.ts';

/** Without simulations: a queue takes half a minute to give up a worker that was killed. */
const faults = killFaults.filter(({ name }) => ['kill-api', 'kill-worker', 'kill-redis', 'kill-all'].includes(name));

/** The short form of `npm run chaos`: one round of each fault, with a fixed seed. */
test('no law is broken when processes are killed under traffic', async () => {
  const { figures, failures } = await runRounds({
    faults,
    traffic: ['writers', 'imports', 'readers', 'auctions'],
    rounds: faults.length,
    seed: 1,
    log: () => undefined,
  });
  expect(failures).toEqual([]);
  expect(figures.map(({ name, rounds, violations }) => ({ name, rounds, violations }))).toEqual(
    faults.map(({ name }) => ({ name, rounds: 1, violations: {} })),
  );
  const sum = (count: 'acknowledged' | 'auctions' | 'reads') => figures.reduce((total, one) => total + one[count], 0);
  for (const count of ['acknowledged', 'auctions', 'reads'] as const) expect(sum(count)).toBeGreaterThan(faults.length);
}, 180_000);
