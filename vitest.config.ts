import { defineConfig } from 'vitest/config';

const conditions = ['@auction-tiers/source'];
const projects: { readonly root: string; readonly needsRedis?: boolean; readonly isLongest?: boolean }[] = [
  { root: 'libs/tier-engine' },
  { root: 'libs/dma-data' },
  { root: 'libs/contract' },
  { root: 'libs/store', needsRedis: true },
  { root: 'libs/openrtb' },
  { root: 'libs/auction-codec' },
  { root: 'libs/client' },
  { root: 'libs/http-load' },
  { root: 'apps/api', isLongest: true },
  { root: 'apps/simulator', needsRedis: true },
  { root: 'bench', needsRedis: true },
  { root: 'tools' },
];

/** Each project is inline and extends the root: a glob of folders would not inherit the source condition. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    projects: projects.map(({ root, needsRedis, isLongest }) => ({
      extends: true as const,
      test: {
        name: root.split('/').at(-1)!,
        root: `./${root}`,
        include: ['test/**/*.test.ts'],
        globalSetup: needsRedis ? [`${import.meta.dirname}/tools/redis/test-redis.ts`] : [],
        // A worker goes on to its next file with the modules that it has loaded: none of them keeps what a test did, and to
        // load them anew for every file took longer than the tests of most.
        isolate: false,
        // `npm test` runs two projects side by side, each on one core less than there are; the longest is alone in the end.
        ...(isLongest ? { maxWorkers: '100%', sequence: { groupOrder: 1 } } : {}),
        // How long something may take to happen is not what any test is about.
        expect: { poll: { timeout: 20_000 } },
        testTimeout: 60_000,
        hookTimeout: 60_000,
      },
    })),
  },
});
