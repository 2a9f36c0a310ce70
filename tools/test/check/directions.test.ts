import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mayImport } from '../../workspace/direction.ts';
import { readPackages, repository } from '../../workspace/package.ts';

type Checked = { readonly exitCode: number; readonly violations: readonly string[] };

const engineEntry = '@auction-tiers/tier-engine';

/** Rule, file that breaks it, what the file imports. */
const forbidden: readonly (readonly [rule: string, file: string, imported: string])[] = [
  ['own-files-only', 'libs/tier-engine/src/bad-file.ts', 'node:fs'],
  ['own-files-only', 'libs/tier-engine/src/bad-built-in.ts', 'crypto'],
  ['own-files-only', 'libs/tier-engine/src/bad-npm.ts', 'zod'],
  ['own-files-only', 'libs/dma-data/src/bad-file.ts', 'node:fs'],
  ['own-files-only', 'libs/dma-data/src/bad-npm.ts', 'zod'],
  ['no-node-built-in', 'libs/contract/src/bad-file.ts', 'node:fs'],
  ['no-node-built-in', 'libs/openrtb/src/bad-file.ts', 'node:zlib'],
  ['direction-of-tier-engine-source', 'libs/tier-engine/src/bad-contract.ts', '@auction-tiers/contract'],
  ['direction-of-dma-data-source', 'libs/dma-data/src/bad-engine.ts', engineEntry],
  ['direction-of-contract-source', 'libs/contract/src/bad-store.ts', '@auction-tiers/store'],
  ['direction-of-contract-source', 'libs/contract/src/bad-openrtb.ts', '@auction-tiers/openrtb'],
  ['country-codes-in-their-place', 'libs/contract/src/engine/bad-dma.ts', '@auction-tiers/dma-data'],
  ['direction-of-openrtb-source', 'libs/openrtb/src/bad-contract.ts', '@auction-tiers/contract'],
  ['direction-of-store-source', 'libs/store/src/bad-engine.ts', engineEntry],
  ['direction-of-simulator-source', 'apps/simulator/src/bad-client.ts', '@auction-tiers/client'],
  ['direction-of-dashboard-source', 'apps/dashboard/src/bad-store.ts', '@auction-tiers/store'],
  ['direction-of-api-source', 'apps/api/src/bad-app.ts', '../../simulator/src/index.ts'],
  ['direction-of-api-source', 'apps/api/src/bad-tools.ts', '@auction-tiers/tools/redis'],
  ['direction-of-tier-engine-tests', 'libs/tier-engine/test/bad-contract.ts', '@auction-tiers/contract'],
  ['engine-mapping-in-its-places', 'libs/contract/src/resource/bad-engine.ts', engineEntry],
  ['by-package-name', 'apps/api/src/bad-relative.ts', '../../../libs/store/src/index.ts'],
  ['resolvable', 'apps/api/src/bad-deep.ts', '@auction-tiers/tier-engine/src/select.ts'],
  ['source-without-tests', 'libs/store/src/bad-test.ts', '../test/subject.ts'],
  ['declared-dependency', 'libs/store/src/bad-npm.ts', 'iso-3166'],
  ['no-cycle', 'libs/store/src/bad-cycle-a.ts', './bad-cycle-b.ts'],
];

const allowed: readonly (readonly [file: string, imported: string])[] = [
  ['libs/contract/src/engine/mapping.ts', engineEntry],
  ['libs/contract/src/auction/country.ts', '@auction-tiers/dma-data'],
  ['libs/openrtb/src/mapping.ts', engineEntry],
  ['libs/store/src/codec.ts', '@auction-tiers/contract'],
  ['libs/store/src/file.ts', 'node:fs'],
  ['libs/store/test/subject.ts', '@auction-tiers/tools/redis'],
  ['libs/tier-engine/test/file.ts', 'node:fs'],
  ['apps/api/src/linear.ts', '@auction-tiers/tier-engine/linear'],
];

let tree: string;
let clean: Checked;
let broken: Checked;
beforeAll(async () => {
  tree = await mkdtemp(join(tmpdir(), 'auction-tiers-directions-'));
  for (const { folder, manifest } of readPackages()) {
    await mkdir(join(tree, folder), { recursive: true });
    await cp(join(repository, folder, 'package.json'), join(tree, folder, 'package.json'));
    await link(join(tree, folder), manifest.name);
  }
  for (const name of ['zod', 'iso-3166']) await link(join(repository, 'node_modules', name), name);
  for (const folder of Object.keys(mayImport)) await write(`${folder}/src/index.ts`);
  for (const entry of ['linear', 'select']) await write(`libs/tier-engine/src/${entry}.ts`);
  await write('tools/redis/index.ts');
  for (const [file, imported] of allowed) await write(file, imported);
  clean = await check();

  for (const [, file, imported] of forbidden) await write(file, imported);
  await write('libs/store/src/bad-cycle-b.ts', './bad-cycle-a.ts');
  broken = await check();
});
afterAll(() => rm(tree, { recursive: true, force: true }));

test('a tree that keeps to the directions passes', () => {
  expect(clean).toEqual({ exitCode: 0, violations: [] });
});

test('a tree that does not, fails', () => {
  expect(broken.exitCode).not.toBe(0);
});

test.for(forbidden)('rule %s: %s may not import %s', ([rule, file]) => {
  expect(broken.violations).toContain(`${rule}: ${file}`);
});

test('no rule allows to import an app', () => {
  const folders = Object.values(mayImport).flat();
  expect(folders.filter((folder) => folder.startsWith('apps/'))).toEqual([]);
});

/** What `npm test` runs on the repository, here on a small tree with the same packages and rules. */
function check(): Promise<Checked> {
  const cruiser = join(repository, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const config = join(repository, '.dependency-cruiser.mjs');
  const args = [cruiser, '--config', config, '--output-type', 'err-long', 'apps', 'libs', 'tools'];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: tree }, (error, stdout) => {
      const errors = stripVTControlCharacters(stdout).matchAll(/^\s*error (\S+: \S+)/gm);
      resolve({ exitCode: Number(error?.code ?? 0), violations: [...errors].map(([, violation]) => violation ?? '') });
    });
  });
}

async function link(target: string, name: string): Promise<void> {
  const path = join(tree, 'node_modules', name);
  await mkdir(dirname(path), { recursive: true });
  await symlink(target, path);
}

async function write(file: string, imported?: string): Promise<void> {
  await mkdir(dirname(join(tree, file)), { recursive: true });
  await writeFile(join(tree, file), imported === undefined ? 'export {};\n' : `export * from '${imported}';\n`);
}
