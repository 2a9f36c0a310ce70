import { expect, test } from 'vitest';
import { readBill, readNotices } from '../../publish/notices.ts';

/** What may be shipped, as it is, with a program of the MIT licence; a font of OFL-1.1 with any program. */
const allowed =
  /^(?:MIT AND )?OFL-1\.1$|^\(?(?:MIT|MIT-0|ISC|0BSD|Apache-2\.0|BSD-[23]-Clause|MPL-2\.0|Unlicense|CC0-1\.0|BlueOak-1\.0\.0|P(?:ython|SF)-2\.0)(?: (?:OR|AND) (?:[\w.-]+)\))?$/;

test('every package that is shipped has a licence that allows it, and most bring its words', () => {
  const notices = readNotices();
  const names = notices.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['express', 'ioredis', 'zod', 'react', '@trpc/server', 'bullmq']));
  // What only checks, tests or measures.
  expect(names.filter((name) => ['vitest', 'oxlint', 'fast-check', 'typescript'].includes(name))).toEqual([]);
  expect(notices.filter(({ license }) => !allowed.test(license))).toEqual([]);
  expect(notices.filter(({ text }) => text !== null).length).toBeGreaterThan(notices.length * 0.8);
});

test('the bill of materials has every package of the notices, and their licences agree', () => {
  const { components, dependencies } = readBill();
  const listed = new Set(components.map(({ purl }) => decodeURIComponent(purl)));
  expect(readNotices().filter(({ name, version }) => !listed.has(`pkg:npm/${name}@${version}`))).toEqual([]);
  const refs = new Set(components.map((component) => component['bom-ref']));
  expect(dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.has(ref))).toEqual([]);
});
