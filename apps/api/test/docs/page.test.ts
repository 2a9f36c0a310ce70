import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { decoded } from '../fixture/raw.ts';
import { useService } from '../fixture/service.ts';

const service = useService();

/** The page at a path, and the addresses of what it loads. */
async function load(path: string) {
  const answer = await fetch(`${service.url}${path}`);
  const text = await answer.text();
  const loaded = [...text.matchAll(/ (?:src|href)="([^"]+)"/g)].map(([, address = '']) => address);
  return { answer, files: loaded.filter((address) => /\.(?:js|css)$/.test(address)), loaded };
}

test.for(['/docs', '/v1/docs'])('%s and all that it loads comes from this service', async (path) => {
  const { answer, files, loaded } = await load(path);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(loaded.filter((address) => /^(?:https?:)?\/\//.test(address))).toEqual([]);
  expect(files).toHaveLength(4);
  for (const file of files) {
    const found = await fetch(new URL(file, answer.url));
    expect([file, found.status]).toEqual([file, 200]);
    const type = file.endsWith('.js') ? 'text/javascript' : 'text/css';
    expect(found.headers.get('content-type')).toBe(`${type}; charset=utf-8`);
    expect(found.headers.get('x-content-type-options')).toBe('nosniff');
  }
});

test('the policy of the page allows its own scripts, its own requests, and nothing from elsewhere', async () => {
  const { answer } = await load('/docs');
  const policy = new Map(
    (answer.headers.get('content-security-policy') ?? '').split('; ').map((rule) => {
      const [name = '', ...sources] = rule.split(' ');
      return [name, sources];
    }),
  );
  expect(Object.fromEntries(policy)).toMatchObject({
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'connect-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'none'"],
  });
  const sources = [...policy.values()].flat();
  expect(sources.filter((source) => !["'none'", "'self'", 'data:'].includes(source))).toEqual([]);
  const { headers } = await fetch(`${service.url}/openapi.json`);
  expect(headers.get('content-security-policy')).toBeNull();
});

test('a browser keeps the files of the library, asks again for the others, and never keeps the page', async () => {
  const { answer, files } = await load('/docs');
  const kept = await Promise.all(
    files.map(async (file) => String((await fetch(new URL(file, answer.url))).headers.get('cache-control'))),
  );
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(kept.toSorted()).toEqual([
    ...Array.from({ length: 2 }, () => 'no-cache'),
    ...Array.from({ length: 2 }, () => 'public, max-age=31536000, immutable'),
  ]);
});

test('a document that did not change is not sent again', async () => {
  const { answer, files } = await load('/docs');
  for (const file of [...files, 'docs', 'openapi.json', 'v1/openapi.json']) {
    const { headers } = await fetch(new URL(file, answer.url));
    const again = { 'if-none-match': headers.get('etag') ?? '', 'cache-control': 'max-age=0' };
    const unchanged = await fetch(new URL(file, answer.url), { headers: again });
    expect([file, unchanged.status, unchanged.headers.get('etag')]).toEqual([file, 304, headers.get('etag')]);
  }
});

test.for(['br', 'gzip', 'deflate', 'identity'])('documents are compressed in advance, for %s', async (coding) => {
  const { answer, files } = await load('/docs');
  for (const file of [...files, 'openapi.json']) {
    const { hostname, port, pathname: path } = new URL(file, answer.url);
    const headers = { 'accept-encoding': coding };
    const [sent] = (await once(request({ hostname, port, path, headers }).end(), 'response')) as [IncomingMessage];
    const bytes = await buffer(sent);
    // What is compressed while it is sent has no length.
    expect([file, sent.headers['content-length']]).toEqual([file, String(bytes.length)]);
    const isCoded = coding === 'br' || coding === 'gzip';
    if (isCoded) expect([file, sent.headers['content-encoding']]).toEqual([file, coding]);
    else expect(sent.headers['content-encoding']).toBeUndefined();
    expect(decoded(bytes, sent.headers['content-encoding'])).toBe(
      await (await fetch(new URL(file, answer.url))).text(),
    );
  }
});

test('a slash at the end leads to the page', async () => {
  const answer = await fetch(`${service.url}/docs/`, { redirect: 'manual' });
  expect(answer.status).toBe(308);
  expect(new URL(answer.headers.get('location') ?? '', answer.url).href).toBe(`${service.url}/docs`);
});

test.for(['/docs/nothing.js', '/docs/../package.json', '/docs/%2e%2e/package.json', '/docs/swagger-ui-bundle.js.map'])(
  '%s is no file of the page',
  async (path) => {
    expect((await service.send('GET', path)).status).toBe(404);
  },
);

test.for(['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'text/html'])(
  'GET / of a browser that accepts %j leads to the reference',
  async (accept) => {
    const answer = await fetch(`${service.url}/`, { headers: { accept }, redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, 'docs']);
    expect((await fetch(`${service.url}/`, { headers: { accept } })).url).toBe(`${service.url}/docs`);
  },
);

test.for([undefined, '*/*', 'application/json', 'application/json, text/html;q=0.5'])(
  'GET / of a program that accepts %j is an unknown path',
  async (accept) => {
    const { status, response } = await service.send('GET', '/', { headers: accept === undefined ? {} : { accept } });
    expect([status, response.error_code]).toEqual([404, 'NOTFOUND']);
  },
);

test('another method of / is an unknown path, whoever asks', async () => {
  expect((await service.send('POST', '/', { headers: { accept: 'text/html,*/*;q=0.8' } })).status).toBe(404);
});
