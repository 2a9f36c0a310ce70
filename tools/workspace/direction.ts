/**
 * The packages that the source of each package may import. This is the only definition of the dependency graph. No package
 * imports an app.
 */
export const mayImport: Readonly<Record<string, readonly string[]>> = {
  'libs/tier-engine': [],
  'libs/dma-data': [],
  'libs/chance': [],
  'libs/contract': ['libs/dma-data', 'libs/tier-engine'],
  'libs/openrtb': ['libs/tier-engine'],
  'libs/auction-codec': ['libs/chance', 'libs/contract', 'libs/dma-data', 'libs/tier-engine'],
  'libs/recorded': ['libs/auction-codec', 'libs/contract', 'libs/dma-data', 'libs/tier-engine'],
  'libs/tally': ['libs/chance', 'libs/tier-engine'],
  'libs/store': ['libs/contract', 'libs/tally'],
  'libs/client': ['libs/contract'],
  'libs/http-load': [],
  'libs/market': ['libs/chance', 'libs/dma-data', 'libs/tier-engine'],
  'libs/chart': [],
  'libs/calendar': [],
  'libs/figure': [],
  'libs/report-document': ['libs/calendar', 'libs/chart', 'libs/figure'],
  'libs/inference': ['libs/chance'],
  'libs/alert': ['libs/calendar', 'libs/chance'],
  'libs/movement': [
    'libs/calendar',
    'libs/chance',
    'libs/contract',
    'libs/figure',
    'libs/inference',
    'libs/market',
    'libs/tally',
    'libs/tier-engine',
  ],
  'libs/experiment': [
    'libs/chance',
    'libs/contract',
    'libs/figure',
    'libs/inference',
    'libs/market',
    'libs/tally',
    'libs/tier-engine',
  ],
  'apps/api': [
    'libs/chance',
    'libs/contract',
    'libs/calendar',
    'libs/chart',
    'libs/experiment',
    'libs/movement',
    'libs/alert',
    'libs/tier-engine',
    'libs/auction-codec',
    'libs/market',
    'libs/recorded',
    'libs/store',
    'libs/tally',
    'libs/openrtb',
    'libs/dma-data',
    'libs/figure',
  ],
  'apps/simulator': [
    'libs/chance',
    'libs/contract',
    'libs/experiment',
    'libs/tier-engine',
    'libs/auction-codec',
    'libs/http-load',
    'libs/inference',
    'libs/market',
    'libs/movement',
    'libs/recorded',
    'libs/store',
    'libs/tally',
    'libs/openrtb',
    'libs/dma-data',
    'libs/calendar',
    'libs/chart',
    'libs/figure',
    'libs/report-document',
  ],
  'apps/dashboard': [
    'libs/calendar',
    'libs/chart',
    'libs/client',
    'libs/contract',
    'libs/dma-data',
    'libs/figure',
    'libs/tier-engine',
  ],
  bench: [
    'libs/calendar',
    'libs/chance',
    'libs/contract',
    'libs/experiment',
    'libs/figure',
    'libs/http-load',
    'libs/market',
    'libs/movement',
    'libs/tier-engine',
    'libs/store',
    'tools',
  ],
  tools: ['libs/chance', 'libs/contract'],
};

/**
 * What tests may import in addition: the service's tests run the client against the service; the page's tests store an
 * alert, which the API cannot create; the engine's tests compare its clock with the calendar, and those of OpenRTB their
 * hash with that of seeds.
 */
export const testMayImport = (folder: string): readonly string[] => [
  'tools',
  'libs/client',
  ...(folder === 'apps/dashboard' ? ['libs/store'] : []),
  ...(folder === 'libs/tier-engine' ? ['libs/calendar'] : []),
  ...(folder === 'libs/openrtb' ? ['libs/chance'] : []),
];

/** These packages import only their own files: the engine and the market table need nothing and run anywhere. */
export const withoutDependencies: readonly string[] = ['libs/tier-engine', 'libs/dma-data'];

/** These packages also run in a browser, so they import no built-in module of Node. */
export const withoutNode: readonly string[] = [
  ...withoutDependencies,
  'libs/contract',
  'libs/openrtb',
  'libs/auction-codec',
  'libs/client',
  'libs/chance',
  'libs/chart',
  'libs/calendar',
  'libs/figure',
  'libs/tally',
  'apps/dashboard',
];

/**
 * The folders of the contract that import the engine: the values that both use, the tables of auctions and of tier
 * sets, which map wire names to the engine's, and the lint findings in the report of a comparison.
 */
export const engineMappings = ['value', 'auction', 'engine', 'compare-report'].map(
  (folder) => `libs/contract/src/${folder}`,
);

/** The folder of the contract that imports the market data, whose table of countries maps alpha-3 codes to alpha-2. */
export const countryMapping = 'libs/contract/src/auction';
