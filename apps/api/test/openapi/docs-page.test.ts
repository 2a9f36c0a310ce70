import { expect, test } from 'vitest';
import { docsPage } from '../../src/doors/rest/docs-page.ts';
import { openApiDocument } from '../../src/doors/rest/openapi.ts';

const document = openApiDocument();
const page = docsPage(document);

test('the reference has every call once, and a link to it', () => {
  const ids = Object.values(document.paths).flatMap((item) =>
    Object.values(item).flatMap((operation) =>
      typeof operation === 'object' && operation !== null && 'operationId' in operation
        ? [String(operation.operationId)]
        : [],
    ),
  );
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

test('the worked example stands in the reference', () => {
  expect(page).toContain('Worked example: 2.00 net');
  expect(page).toContain('&quot;price_needed&quot;: 2.352942');
});
