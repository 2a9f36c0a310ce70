// The directions of tools/workspace/direction.ts as rules for every import of the repository, type-only imports included.
// Folders inside a project have a check of their own, tools/check/floors.ts: the folder rules of dependency-cruiser count
// the files of a subfolder as files of the folder, and name no import.

import {
  countryMapping,
  engineMappings,
  mayImport,
  testMayImport,
  withoutDependencies,
  withoutNode,
} from './tools/workspace/direction.ts';

const packages = Object.keys(mayImport);

/** A pattern for all paths in these folders. */
const inside = (...folders) => `^(?:${folders.join('|')})/`;
const sourceOf = (folders) => `${inside(...folders)}src/`;

/** Forbids imports from a part of a package to any package that is not allowed. */
function direction(folder, part, from, allowed) {
  return {
    name: `direction-of-${folder.split('/').at(-1)}-${part}`,
    comment: `Of the other packages it may import ${allowed.join(', ') || 'none'}.`,
    severity: 'error',
    from,
    to: { path: inside(...packages), pathNot: inside(folder, ...allowed) },
  };
}

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...packages.flatMap((folder) => {
      const tests = inside(`${folder}/test`);
      return [
        direction(folder, 'source', { path: inside(folder), pathNot: tests }, mayImport[folder]),
        direction(folder, 'tests', { path: tests }, [...mayImport[folder], ...testMayImport(folder)]),
      ];
    }),
    {
      name: 'engine-mapping-in-its-places',
      comment: `Of the contract, only ${engineMappings.join(', ')} import the engine.`,
      severity: 'error',
      from: { path: sourceOf(['libs/contract']), pathNot: inside(...engineMappings) },
      to: { path: inside('libs/tier-engine') },
    },
    {
      name: 'country-codes-in-their-place',
      comment: `Of the contract, only ${countryMapping} imports the market data, for the codes of countries.`,
      severity: 'error',
      from: { path: sourceOf(['libs/contract']), pathNot: inside(countryMapping) },
      to: { path: inside('libs/dma-data') },
    },
    {
      name: 'own-files-only',
      comment: 'This package has no dependencies: no npm package, no built-in module of Node.',
      severity: 'error',
      from: { path: sourceOf(withoutDependencies) },
      to: { pathNot: inside(...packages) },
    },
    {
      name: 'no-node-built-in',
      comment: 'This package runs in a browser too, which has no built-in modules of Node.',
      severity: 'error',
      from: { path: sourceOf(withoutNode) },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'by-package-name',
      comment: 'Another package is imported by its name, so that its exports decide what is public.',
      severity: 'error',
      from: { path: '^((?:libs|apps)/[^/]+|bench|tools)/' },
      to: { path: inside(...packages), pathNot: '^$1/', dependencyTypes: ['local'] },
    },
    {
      name: 'source-without-tests',
      comment: 'Source never imports test code.',
      severity: 'error',
      from: { path: '^(?:libs|apps)/[^/]+/src/' },
      to: { path: '^(?:libs|apps)/[^/]+/test/' },
    },
    {
      name: 'declared-dependency',
      comment: "Source imports only what its own package.json has among its 'dependencies' (or peers).",
      severity: 'error',
      from: { path: '^(?:libs|apps)/[^/]+/src/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'npm-dev'] },
    },
    {
      name: 'resolvable',
      comment: 'There is no such file, or the package does not export it.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-cycle',
      comment: 'Files that import each other cannot be understood one at a time.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    // A type-only import is erased, but couples two packages all the same.
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(?:libs|apps)/[^/]+/dist/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@auction-tiers/source', 'import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
