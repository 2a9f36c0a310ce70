import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const conditions = ['@auction-tiers/source'];
const cores = availableParallelism();
interface Project {
  readonly root: string;
  readonly needsRedis?: boolean;
  /** A further `globalSetup`. */
  readonly setup?: string;
  /** Of a project that Nx runs alone, as its package.json says: many of its tests wait for processes, pages and times. */
  readonly workers?: number;
}

const projects: readonly Project[] = [
  { root: 'libs/tier-engine' },
  { root: 'libs/dma-data' },
  { root: 'libs/contract' },
  { root: 'libs/tally' },
  { root: 'libs/store', needsRedis: true },
  { root: 'libs/openrtb' },
  { root: 'libs/auction-codec' },
  { root: 'libs/recorded' },
  { root: 'libs/client' },
  { root: 'libs/http-load' },
  { root: 'libs/chance' },
  { root: 'libs/market' },
  { root: 'libs/chart' },
  { root: 'libs/calendar' },
  { root: 'libs/figure' },
  { root: 'libs/report-document' },
  { root: 'libs/inference' },
  { root: 'libs/experiment' },
  { root: 'libs/movement' },
  { root: 'libs/alert' },
  { root: 'apps/api', workers: cores + 1 },
  { root: 'apps/dashboard', setup: 'tools/page/test-page.ts', workers: cores },
  { root: 'apps/simulator', needsRedis: true, workers: cores },
  { root: 'bench', needsRedis: true },
  { root: 'tools' },
];

/** Each project is inline and extends the root: projects given as a glob would not inherit the source condition. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    projects: projects.map(({ root, needsRedis, setup, workers }) => ({
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
        // Of the others `npm test` runs two at a time, each with one worker less than there are cores.
        ...(workers === undefined ? {} : { maxWorkers: workers }),
        // Generous limits: no test checks a duration.
        expect: { poll: { timeout: 60_000 } },
        testTimeout: 180_000,
        hookTimeout: 180_000,
      },
    })),
  },
});
