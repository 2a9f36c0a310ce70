import { defineConfig } from 'vitest/config';

const conditions = ['@auction-tiers/source'];
const projects = [
  'libs/tier-engine',
  'libs/dma-data',
  'libs/contract',
  'libs/store',
  'libs/openrtb',
  'apps/api',
  'apps/simulator',
  'tools',
];

/** Each project is inline and extends the root: a glob of folders would not inherit the source condition. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    projects: projects.map((root) => ({
      extends: true as const,
      test: {
        name: root.split('/').at(-1)!,
        root: `./${root}`,
        include: ['test/**/*.test.ts'],
        testTimeout: 60_000,
        hookTimeout: 60_000,
      },
    })),
  },
});
