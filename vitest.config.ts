import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const conditions = ['@auction-tiers/source'];
interface Project {
  readonly root: string;
  readonly needsRedis?: boolean;
  /** A further `globalSetup`. */
  readonly setup?: string;
  /** It may use every core: it ends last of those that run together. */
  readonly isLong?: boolean;
  /** It runs alone, at the end. */
  readonly isLongest?: boolean;
}

const projects: readonly Project[] = [
  { root: 'libs/tier-engine' },
  { root: 'libs/dma-data' },
  { root: 'libs/contract' },
  { root: 'libs/tally' },
  { root: 'libs/store', needsRedis: true },
  { root: 'libs/openrtb' },
  { root: 'libs/auction-codec' },
  { root: 'libs/client' },
  { root: 'libs/http-load' },
  { root: 'libs/market' },
  { root: 'libs/chart' },
  { root: 'libs/inference' },
  { root: 'libs/experiment' },
  { root: 'libs/movement' },
  { root: 'libs/alert' },
  { root: 'apps/api', isLongest: true },
  { root: 'apps/dashboard', setup: 'tools/page/test-page.ts', isLong: true },
  { root: 'apps/simulator', needsRedis: true },
  { root: 'bench', needsRedis: true },
  { root: 'tools' },
];

/** Each project is inline and extends the root: projects given as a glob would not inherit the source condition. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    projects: projects.map(({ root, needsRedis, setup, isLong, isLongest }) => ({
      extends: true as const,
      test: {
        name: root.split('/').at(-1)!,
        root: `./${root}`,
        include: ['test/**/*.test.ts'],
        globalSetup: [
          ...(needsRedis ? [`${import.meta.dirname}/tools/redis/test-redis.ts`] : []),
          ...(setup === undefined ? [] : [`${import.meta.dirname}/${setup}`]),
        ],
        // A worker keeps its loaded modules for the next test file: none of them has state that a test changes, and loading
        // them again took longer than the tests of most files.
        isolate: false,
        // `npm test` runs two projects at a time, each with one worker less than there are cores; the longest runs alone at
        // the end, with one more than there are cores, because many of its tests wait for processes and times.
        ...(isLong ? { maxWorkers: availableParallelism() } : {}),
        ...(isLongest ? { maxWorkers: availableParallelism() + 1, sequence: { groupOrder: 1 } } : {}),
        // Generous limits: no test checks a duration.
        expect: { poll: { timeout: 60_000 } },
        testTimeout: 180_000,
        hookTimeout: 180_000,
      },
    })),
  },
});
