import { html } from '@auction-tiers/chart';
import * as fc from 'fast-check';
import { parseFragment } from 'parse5';
import { expect, test } from 'vitest';
import { elementsOf } from './element.ts';

const unit = fc.oneof(
  fc.constantFrom('"', "'", '<', '>', '&', '\0', '='),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
);

test('a value in a template is text, in content and in attributes', () => {
  fc.assert(
    fc.property(fc.string({ unit }), (text) => {
      const readable = text.toWellFormed().replaceAll(/[[\p{Cc}\p{Noncharacter_Code_Point}]--[\t\n]]/gv, '\ufffd');
      const [element, ...others] = elementsOf(html`<p title="${text}">${text}</p>`);
      expect(others).toEqual([]);
      expect(element?.attributes).toEqual(new Map([['title', readable]]));
      expect(element?.text).toBe(readable);
    }),
  );
});

test.for([
  ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
  ['" onload="x', '&quot; onload=&quot;x'],
  ["it's & that", 'it&#39;s &amp; that'],
  ['a\0b\u001b[31m\u0085', 'a\ufffdb\ufffd[31m\ufffd'],
  ['\ud800', '\ufffd'],
  ['📈 مرحبا', '📈 مرحبا'],
] as const)('%j is written as %s', ([text, escaped]) => {
  expect(String(html`${text}`)).toBe(escaped);
});

test('a template within a template is kept, lists are joined, null adds nothing', () => {
  const items = ['a<', 'b'].map((item) => html`<li>${item}</li>`);
  expect(String(html`<ul>${items}${null}</ul>`)).toBe('<ul><li>a&lt;</li><li>b</li></ul>');
  expect(parseFragment(String(html`${[1.23456, -0]}`)).childNodes).toMatchObject([{ value: '1.230' }]);
});

test.for([Number.NaN, Infinity, -Infinity])('%s is refused as a coordinate', (value) => {
  expect(() => html`<rect x="${value}"/>`).toThrow(TypeError);
});
