import * as fc from 'fast-check';
import { parseFragment } from 'parse5';
import { expect, test } from 'vitest';
import { html } from '../../src/html/kit/html.ts';
import { cpm, moneyFormat, share, signedCount, signedPerCent } from '../../src/figure/page.ts';
import { parsePage } from './document.ts';

const unit = fc.oneof(
  fc.constantFrom('"', "'", '<', '>', '&', '\0', '='),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
);

test('what is put into a template is text, in content and in attributes', () => {
  fc.assert(
    fc.property(fc.string({ unit }), (text) => {
      const readable = text.toWellFormed().replaceAll(/[[\p{Cc}\p{Noncharacter_Code_Point}]--[\t\n]]/gv, '\ufffd');
      const [element, ...others] = parsePage(String(html`<p title="${text}">${text}</p>`)).elements.slice(3);
      expect(others).toEqual([]);
      expect(element?.attributes).toEqual(new Map([['title', readable]]));
      expect(element?.text()).toBe(readable);
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
] as const)('%j stands as %s', ([text, escaped]) => {
  expect(String(html`${text}`)).toBe(escaped);
});

test('a template within a template is kept, lists are joined, null is nothing', () => {
  const items = ['a<', 'b'].map((item) => html`<li>${item}</li>`);
  expect(String(html`<ul>${items}${null}</ul>`)).toBe('<ul><li>a&lt;</li><li>b</li></ul>');
  expect(parseFragment(String(html`${[1.23456, -0]}`)).childNodes).toMatchObject([{ value: '1.230' }]);
});

test.for([Number.NaN, Infinity, -Infinity])('%s is no coordinate', (value) => {
  expect(() => html`<rect x="${value}"/>`).toThrow(`A page cannot show the number ${value}.`);
});

test.for([
  { amounts: ['201.794748221', '-1.5'], plain: ['$201.79', '−$1.50'], signed: ['+$201.79', '−$1.50'] },
  { amounts: ['0.002800000', '0.000000000'], plain: ['$0.00280', '$0.00000'], signed: ['+$0.00280', '$0.00000'] },
  { amounts: ['-0.000000001', '500.000000000'], plain: ['$0.00', '$500.00'], signed: ['$0.00', '+$500.00'] },
  { amounts: ['1234567.891000000', '3.000000000'], plain: ['$1,234,568', '$3'], signed: ['+$1,234,568', '+$3'] },
  { amounts: ['0.000000000'], plain: ['$0.00'], signed: ['$0.00'] },
])('the amounts $amounts of a column stand below each other', ({ amounts, plain, signed }) => {
  const format = moneyFormat(amounts);
  expect(amounts.map(format.plain)).toEqual(plain);
  expect(amounts.map(format.signed)).toEqual(signed);
});

test('figures have their signs and units', () => {
  expect([1234, 0, -5].map(signedCount)).toEqual(['+1,234', '0', '−5']);
  expect([0.13665, 0, 0.00001, 1].map(share)).toEqual(['13.67\u00a0%', '0.00\u00a0%', '<0.01\u00a0%', '100.00\u00a0%']);
  expect([0.9999, 0.99999].map(share)).toEqual(['99.99\u00a0%', '>99.99\u00a0%']);
  expect([2.5, -0.001, -3].map(signedPerCent)).toEqual(['+2.50\u00a0%', '0.00\u00a0%', '−3.00\u00a0%']);
  expect([2.5, 4.705883, 0.000001].map(cpm)).toEqual(['$2.50\u00a0CPM', '$4.705883\u00a0CPM', '$0.000001\u00a0CPM']);
});
