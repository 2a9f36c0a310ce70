/**
 * Which packages the source of each package may import: the dependency graph of the architecture, and the only place that
 * says so. Apps stand on the left side only: nobody imports an app.
 */
export const mayImport: Readonly<Record<string, readonly string[]>> = {
  'libs/tier-engine': [],
  'libs/dma-data': [],
  'libs/contract': ['libs/tier-engine'],
  'libs/openrtb': ['libs/tier-engine'],
  'libs/auction-codec': ['libs/contract', 'libs/tier-engine'],
  'libs/store': ['libs/contract'],
  'libs/client': ['libs/contract'],
  'libs/http-load': [],
  'apps/api': [
    'libs/contract',
    'libs/tier-engine',
    'libs/auction-codec',
    'libs/store',
    'libs/openrtb',
    'libs/dma-data',
  ],
  'apps/simulator': [
    'libs/contract',
    'libs/tier-engine',
    'libs/auction-codec',
    'libs/http-load',
    'libs/store',
    'libs/openrtb',
    'libs/dma-data',
  ],
  'apps/dashboard': ['libs/contract', 'libs/tier-engine'],
  bench: ['libs/auction-codec', 'libs/contract', 'libs/http-load', 'libs/tier-engine', 'libs/store', 'tools'],
  tools: [],
};

/** What tests may import on top of that: the client is tried against the service by the service's tests. */
export const testMayImport: readonly string[] = ['tools', 'libs/client'];

/** Import nothing but their own files: the engine and the table run anywhere and depend on nothing. */
export const withoutDependencies: readonly string[] = ['libs/tier-engine', 'libs/dma-data'];

/** Run in a browser too, so that they import nothing of Node's own. */
export const withoutNode: readonly string[] = [
  ...withoutDependencies,
  'libs/contract',
  'libs/openrtb',
  'libs/auction-codec',
  'libs/client',
  'apps/dashboard',
];

/**
 * The places of the contract that import the engine: the values that both know, the tables of auctions and of tier sets
 * where wire names become the engine's.
 */
export const engineMappings = ['value', 'auction', 'engine'].map((folder) => `libs/contract/src/${folder}`);
