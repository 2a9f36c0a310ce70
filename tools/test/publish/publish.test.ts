import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import type { TestContext } from 'vitest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBrowser, launchBrowser, runInPage } from '../../browser/index.ts';
import { bundle } from './bundle.ts';
import { checkTypes } from './check-types.ts';
import { startDemoService } from './demo-service.ts';
import type { Ran } from '../../publish/run.ts';
import { npm, run, runOrThrow } from '../../publish/run.ts';
import { judgeTarball, openTarball } from '../../publish/tarball.ts';
import { readJson, repository, scope } from '../../workspace/package.ts';
import { type UserFolder, withoutDependencies, withUserFolders } from './user-folder.ts';

const names = [...withoutDependencies, 'openrtb', 'contract', 'client'];
const kibibyte = 1024;

let dir: string;
let tarballs: ReadonlyMap<string, string>;
let offline: UserFolder;
let online: UserFolder;
withUserFolders.beforeAll(({ users }) => {
  ({ dir, tarballs, offline, online } = users);
  if (!online.installed.ok) console.warn(`OpenRTB, contract and client were not tried: ${online.installed.issue}`);
});

test('the released libraries are the tested ones', () => {
  expect([...tarballs.keys()].toSorted()).toEqual(names.toSorted());
});

describe('a packed library', () => {
  test('without a file and its types has issues', async () => {
    const folder = join(dir, 'broken');
    await mkdir(folder);
    const exports = { '.': { types: './index.d.ts', default: './index.js' }, './more': './more.js' };
    const manifest = { name: 'broken', version: '1.0.0', type: 'module', exports };
    await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
    await writeFile(join(folder, 'index.js'), 'export const one = 1;');
    await runOrThrow(npm, ['pack', '--loglevel=error'], { cwd: folder });
    const issues = await judgeTarball(join(folder, 'broken-1.0.0.tgz'));
    expect(issues).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^publint: .*more\.js/),
        expect.stringMatching(/^are-the-types-wrong: /),
        'package.json: "exports" names ./index.d.ts, which is not in the package.',
      ]),
    );
  });

  test.for(names)('%s has no issues for publint and are-the-types-wrong', async (name) => {
    expect(await judgeTarball(tarballOf(name))).toEqual([]);
  });

  test.for(names)('%s holds its code, types, source, data, README and licence, and nothing else', async (name) => {
    const { files } = await openTarball(tarballOf(name));
    const wanted =
      /^(dist\/.+\.(js|js\.map|d\.ts)|src\/.+\.ts|(dist|src)\/(openapi\/)?[a-z]+\.json|package\.json|README\.md|LICENSE|NOTICE|CHANGELOG\.md)$/;
    expect(files.filter((file) => !wanted.test(file))).toEqual([]);
    expect(files).toEqual(expect.arrayContaining(['README.md', 'LICENSE', 'dist/index.js', 'src/index.ts']));
  });

  test.for(names)('%s is under the licence of the repository', async (name) => {
    const licence = await readFile(join(repository, 'LICENSE'), 'utf8');
    expect((await openTarball(tarballOf(name))).read('LICENSE')).toBe(licence);
  });

  test.for(names)('every source map of %s leads to a source that it holds', async (name) => {
    const { files, read } = await openTarball(tarballOf(name));
    const sources = files
      .filter((file) => file.endsWith('.map'))
      .flatMap((file) =>
        (JSON.parse(read(file)) as { sources: string[] }).sources.map((source) => join(file, '..', source)),
      );
    expect(sources.length).toBeGreaterThan(0);
    expect(sources.filter((source) => !files.includes(source))).toEqual([]);
  });
});

describe('installed in an empty folder', () => {
  test('the engine and the markets need no network and install nothing else', async () => {
    const top = await readdir(join(offline.folder, 'node_modules'));
    expect(top.filter((name) => !name.startsWith('.'))).toEqual([scope.slice(0, -1)]);
    expect(await readdir(join(offline.folder, 'node_modules', scope))).toEqual(withoutDependencies.toSorted());
    for (const name of withoutDependencies) {
      const manifest = readJson(join(offline.folder, 'node_modules', scope, name, 'package.json')) as object;
      expect(Object.keys(manifest).filter((key) => /dependencies/i.test(key))).toEqual([]);
    }
  });

  test.for([...withoutDependencies, 'openrtb', 'contract'])(
    'the first lines of the README of %s run in Node',
    async (name, context) => {
      const { folder, readExample } = ownerOf(name, context);
      const { program, output } = await readExample(name);
      expect(await runInNode(folder, program)).toEqual({ exitCode: 0, stdout: output, stderr: '' });
    },
  );

  test('the types of the engine and the markets stand on their own', async () => {
    const program = `
      import { compile, runAuction, type AuctionResult, type TierSetSource } from '@auction-tiers/tier-engine';
      import { selectTiersLinear } from '@auction-tiers/tier-engine/linear';
      import { findDma } from '@auction-tiers/dma-data';
      export const states: readonly string[] | undefined = findDma(506)?.states;
      export const linear: Function = selectTiersLinear;
      export function decide(source: TierSetSource, request: Parameters<typeof runAuction>[1]): AuctionResult | undefined {
        const compiled = compile(source);
        return compiled.ok ? runAuction(compiled.tierSet, request) : undefined;
      }
      // @ts-expect-error a tier needs more than an id
      compile({ ymProfileId: 1, revision: '', tiers: [{ id: 1 }], profiles: [] });`;
    expect(await checkTypes(offline.folder, program)).toBe('');
  });

  test('the client has the types of the contract', async (context) => {
    const { folder } = ownerOf('client', context);
    const program = `
      import { createClient } from '@auction-tiers/client';
      import { type AppRouter, TierSetFile, toTierSetSource } from '@auction-tiers/contract';
      import { demoTierSet } from '@auction-tiers/contract/demo';
      import { compile } from '@auction-tiers/tier-engine';
      export type Router = AppRouter;
      export const compiled = compile(toTierSetSource(TierSetFile.parse(demoTierSet())));
      const client = createClient({ url: '', apiKey: '' });
      export const tiers = client.tier.list.query({ sort: 'priority.desc' });
      export const name: Promise<string> = client.dma.get.query({ id: 501 }).then((dma) => dma.name);
      // @ts-expect-error there is no such parameter
      void client.tier.list.query({ colour: 'red' });
      export const priced = client.tier.list.query({ filter: { priority: [5, 7], null_min_price: false } });
      // @ts-expect-error there is no such filter
      void client.tier.list.query({ filter: { priorty: 5 } });`;
    // The types of @trpc/server need the newest of TypeScript's own.
    expect(await checkTypes(folder, program, ['--skipLibCheck'])).toBe('');
  });
});

describe('bundled for a web page', () => {
  test('the engine, all of it, has at most 12 KB compressed', () => {
    const { compressedBytes } = bundle(`export * from '${scope}tier-engine'`, offline.folder);
    expect(compressedBytes).toBeLessThanOrEqual(12 * kibibyte);
  });

  test('the client has at most 16 KB compressed, and no validator in it', (context) => {
    const { folder } = ownerOf('client', context);
    const { compressedBytes, files } = bundle(`export * from '${scope}client'`, folder);
    expect(compressedBytes).toBeLessThanOrEqual(16 * kibibyte);
    expect(files).toContainEqual(expect.stringContaining(`${scope}client/`));
    expect(files.filter((file) => /node_modules\/(zod|@auction-tiers\/contract)\//.test(file))).toEqual([]);
  });
});

describe('in a browser', () => {
  const found = findBrowser();
  if (!found.ok) console.warn(`Nothing was tried in a browser: ${found.issue}`);

  let browser: Browser;
  beforeAll(async () => {
    if (found.ok) browser = await launchBrowser(found.browser);
  });
  afterAll(() => browser?.close());

  test.for([...withoutDependencies, 'openrtb', 'contract'])(
    'the first lines of the README of %s run',
    async (name, context) => {
      if (!found.ok) return context.skip(found.issue);
      const { folder, readExample } = ownerOf(name, context);
      const { program, output } = await readExample(name);
      const page = await browser.newPage();
      expect(await runInPage(page, bundle(program, folder).code)).toBe(output);
    },
  );

  test("the first lines of the client's README run against the service, in Node and in a page", async (context) => {
    const { folder, readExample } = ownerOf('client', context);
    const service = await startDemoService(dir);
    context.onTestFinished(service.stop);
    const example = await readExample('client');
    const program = example.program.replace('http://127.0.0.1:3000', service.url);
    const ran = await runInNode(folder, program, { API_KEY: service.apiKey });
    expect(ran).toEqual({ exitCode: 0, stdout: example.output, stderr: '' });

    if (!found.ok) return context.skip(found.issue);
    const { code } = bundle(program, folder, { 'process.env.API_KEY': service.apiKey });
    const page = await browser.newPage();
    // A page of the service's own origin: other origins may not send requests to it.
    await page.route(`${service.url}/empty`, (route) => route.fulfill({ contentType: 'text/html', body: '<p></p>' }));
    await page.goto(`${service.url}/empty`);
    // The same tiers, and the one that was created in Node.
    expect(await runInPage(page, code)).toBe(example.output.replace(' 12 ', ' 13 '));
  });
});

function tarballOf(name: string): string {
  return tarballs.get(name) ?? expect.unreachable(`${name} was not packed`);
}

/** The folder in which the library is installed; skips the test when it could not be installed. */
function ownerOf(name: string, context: TestContext): UserFolder {
  if (withoutDependencies.includes(name)) return offline;
  return online.installed.ok ? online : context.skip(online.installed.issue);
}

async function runInNode(folder: string, program: string, env: NodeJS.ProcessEnv = {}): Promise<Ran> {
  const file = join(folder, 'program.mjs');
  await writeFile(file, program);
  return run(process.execPath, [file], { cwd: folder, env: { ...process.env, ...env } });
}
