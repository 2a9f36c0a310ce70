import { defineConfig } from 'vitest/config';

const conditions = ['@auction-tiers/source'];
const projects: { readonly root: string; readonly needsRedis?: boolean }[] = [
  { root: 'libs/tier-engine' },
  { root: 'libs/dma-data' },
  { root: 'libs/contract' },
  { root: 'libs/store', needsRedis: true },
  { root: 'libs/openrtb' },
  { root: 'libs/auction-codec' },
  { root: 'libs/client' },
  { root: 'libs/http-load' },
  { root: 'apps/api' },
  { root: 'apps/simulator', needsRedis: true },
  { root: 'bench', needsRedis: true },
  { root: 'tools' },
];

/** Each project is inline and extends the root: a glob of folders would not inherit the source condition. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    projects: projects.map(({ root, needsRedis }) => ({
      extends: true as const,
      test: {
        name: root.split('/').at(-1)!,
        root: `./${root}`,
        include: ['test/**/*.test.ts'],
        globalSetup: needsRedis ? [`${import.meta.dirname}/tools/redis/test-redis.ts`] : [],
        testTimeout: 60_000,
        hookTimeout: 60_000,
      },
    })),
  },
});
