import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decoded, rawRequest, sendRaw } from '../fixture/raw.ts';
import { startService, type TestService } from '../fixture/service.ts';

const secret = 'a file beside the page';
const index = (script: string) => `<!doctype html><title>auction-tiers</title><script src="${script}"></script>`;
/** Long enough to be compressed. */
const script = (words: string) => `// ${words}\n${'export const figure = 1.5;\n'.repeat(200)}`;

let folder: string;
let dist: string;
let service: TestService;

/** Puts a page into the place of the one before, as a build does. */
async function put(name: string, scriptText: string): Promise<void> {
  const next = join(folder, 'next');
  await mkdir(join(next, 'assets'), { recursive: true });
  await writeFile(join(next, 'index.html'), index(`/app/assets/${name}`));
  await writeFile(join(next, '.built'), 'a note of the build');
  await writeFile(join(next, 'assets', name), scriptText);
  await writeFile(join(next, 'assets', `${name}.br`), brotliCompressSync(scriptText));
  await writeFile(join(next, 'assets', `${name}.gz`), gzipSync(scriptText));
  await rm(dist, { recursive: true, force: true });
  await rename(next, dist);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'auction-tiers-page-'));
  dist = join(folder, 'dist');
  service = await startService({}, { pageFolder: dist });
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

const html = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(`${service.url}${path}`, { headers, redirect: 'manual' });

describe('where the page was not built', () => {
  test('its address says what to do, and / leads to the reference', async () => {
    for (const path of ['/app/', '/app/tiers?ym_profile=1']) {
      const answer = await get(path);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([503, 'text/plain; charset=utf-8']);
      expect(await answer.text()).toContain('node tools/run.mjs tools/start/build-page.ts');
    }
    expect((await get('/', { accept: html })).headers.get('location')).toBe('docs');
  });

  test('the session is there all the same', async () => {
    const answer = await get('/app/session');
    expect([answer.status, await answer.json()]).toMatchObject([200, { response: { status: 'OK', session: null } }]);
  });
});

describe('the page', () => {
  beforeAll(() => put('index-1a2b3c4d.js', script('first')));

  test.for(['/app/', '/app/tiers', '/app/why/12?ym_profile=1&at=2026-11-22', '/app/assets/x/', '/app/index.html'])(
    'is served at %s, and asked for again each time',
    async (path) => {
      const answer = await get(path);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(await answer.text()).toBe(index('/app/assets/index-1a2b3c4d.js'));
      expect(answer.headers.get('cache-control')).toBe('no-cache');
      const again = await get(path, {
        'if-none-match': answer.headers.get('etag') ?? '',
        'cache-control': 'max-age=0',
      });
      expect(again.status).toBe(304);
    },
  );

  test('allows its own scripts and no inline one, and no frame', async () => {
    for (const path of ['/app/', '/app/assets/index-1a2b3c4d.js']) {
      const { headers } = await get(path);
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
          "connect-src 'self'; worker-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
      );
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
    }
  });

  test.for(['br', 'gzip', 'identity'])(
    'sends a script as the build has compressed it, for %s, for a year',
    async (coding) => {
      const path = '/app/assets/index-1a2b3c4d.js';
      const answer = await sendRaw(service.url, rawRequest(`GET ${path}`, { 'accept-encoding': coding }));
      expect(answer.headers).toMatchObject({
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        ...(coding === 'identity' ? {} : { 'content-encoding': coding }),
      });
      expect(answer.headers['vary']?.toLowerCase()).toContain('accept-encoding');
      const compressed = { br: brotliCompressSync, gzip: gzipSync, identity: (text: string) => Buffer.from(text) }[
        coding
      ]!(script('first'));
      expect(answer.headers['content-length']).toBe(String(compressed.length));
      expect(answer.text).toBe(decoded(Buffer.from(script('first'))));
      const head = await sendRaw(service.url, rawRequest(`HEAD ${path}`, { 'accept-encoding': coding }));
      expect([head.headers['content-length'], head.text]).toEqual([String(compressed.length), '']);
    },
  );

  test('is where a browser is led to from / and from an address without the slash; programs are not', async () => {
    const led = await get('/', { accept: html });
    expect([led.status, led.headers.get('location')]).toEqual([302, 'app/']);
    const slash = await get('/app?ym_profile=1');
    expect([slash.status, slash.headers.get('location')]).toEqual([308, 'app/?ym_profile=1']);
    expect((await get('/', { accept: 'application/json' })).status).toBe(404);
  });

  test('is only read', async () => {
    const posted = await service.send('POST', '/app/tiers', { body: {} });
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect((await service.send('OPTIONS', '/app/')).status).toBe(204);
  });

  test.for([
    '/app/../secret.txt',
    '/app/%2e%2e/secret.txt',
    '/app/..%2fsecret.txt',
    '/app/..%5csecret.txt',
    '/app/assets/../../secret.txt',
    '/app/assets/%2e%2e%2f%2e%2e%2fsecret.txt',
    '/app//../secret.txt',
    '/app/secret.txt%00.js',
    '/app/%00',
    '/app/..',
    '/app/link.txt',
    '/app/linked/secret.txt',
    '/app/assets/index-1a2b3c4d.js.br',
    '/app/.built',
    '/app/%',
    '/app/ABSOLUTE/secret.txt',
    '//app//ABSOLUTE/secret.txt',
  ])('leaves its folder for no path: %s', async (path) => {
    await writeFile(join(folder, 'secret.txt'), secret);
    await symlink(join(folder, 'secret.txt'), join(dist, 'link.txt')).catch(ignoreExisting);
    await symlink(folder, join(dist, 'linked')).catch(ignoreExisting);
    // As another build would be, so that it is read with the links in it.
    await writeFile(join(dist, 'index.html'), index('/app/assets/index-1a2b3c4d.js'));
    const answer = await sendRaw(service.url, rawRequest(`GET ${path.replace('ABSOLUTE', folder)}`, {}));
    expect(answer.text).not.toContain(secret);
    expect(answer.text).not.toContain('a note of the build');
    const isPage = answer.status === 200 && answer.text === index('/app/assets/index-1a2b3c4d.js');
    expect([answer.status, isPage]).toEqual([isPage ? 200 : expect.toBeOneOf([400, 404]), isPage]);
  });

  test('is the new one after another build, and an open page still finds the scripts of the one before', async () => {
    await put('index-5e6f7a8b.js', script('second'));
    expect(await (await get('/app/')).text()).toBe(index('/app/assets/index-5e6f7a8b.js'));
    expect(await (await get('/app/assets/index-5e6f7a8b.js')).text()).toBe(script('second'));
    expect(await (await get('/app/assets/index-1a2b3c4d.js')).text()).toBe(script('first'));
    await rm(dist, { recursive: true });
    expect((await get('/app/')).status).toBe(200);
  });
});

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
