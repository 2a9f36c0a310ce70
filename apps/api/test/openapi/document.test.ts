import { services } from '@auction-tiers/contract';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { docsPage } from '../../src/doors/rest/docs-page.ts';
import { document, operations } from '../fixture/api-document.ts';
import { useService } from '../fixture/service.ts';

const service = useService();

test('the document is served without a credential and is valid OpenAPI 3.1', async () => {
  const answer = await fetch(`${service.url}/openapi.json`);
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  const served = (await answer.json()) as { openapi: string; paths: object };
  expect(served.openapi).toMatch(/^3\.1\./);
  expect(Object.keys(served.paths)).toEqual(
    expect.arrayContaining(services.map(({ resource }) => `/${resource.service}`)),
  );
  expect(await new Validator().validate(served)).toMatchObject({ valid: true });
});

test('the page names every path and loads nothing from elsewhere', async () => {
  const answer = await fetch(`${service.url}/docs`);
  expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  const text = await answer.text();
  for (const { resource } of services) expect(text).toContain(`/${resource.service}`);
  expect(text).not.toMatch(/(src|href)="https?:/);
});

const page = docsPage(document);

test('the reference has every call once, and a link to it', () => {
  const ids = operations.map(({ id }) => id);
  expect(ids.length).toBeGreaterThan(20);
  const anchors = [...page.matchAll(/ id="(\w+)"/g)].map(([, id]) => String(id));
  const links = [...page.matchAll(/ href="#(\w+)"/g)].map(([, id]) => String(id));
  expect(anchors.toSorted()).toStrictEqual(ids.toSorted());
  expect(links.toSorted()).toStrictEqual(ids.toSorted());
});

test('the reference loads nothing and runs nothing', () => {
  expect(page).not.toMatch(/<script|<img|<link|<iframe|@import|url\(|\son\w+=| src=/i);
  expect([...page.matchAll(/ href="([^#][^"]*)"/g)].map(([, address]) => address)).toStrictEqual(['openapi.json']);
});

test('the reference follows the choice of light or dark', () => {
  expect(page).toContain('color-scheme: light dark');
  expect(page).toContain('@media (prefers-color-scheme: dark)');
});

test('text of the document never becomes markup', () => {
  const hostile = docsPage({ ...document, info: { title: '<b>"', description: '`<i>` & co' } });
  expect(hostile).toContain('<h1>&lt;b&gt;&quot;</h1><p><code>&lt;i&gt;</code> &amp; co</p>');
  expect(hostile).not.toContain('<i>');
});

test('the reference shows the worked example', () => {
  expect(page).toContain('Worked example: 2.00 net');
  expect(page).toContain('&quot;price_needed&quot;: 2.352942');
});
