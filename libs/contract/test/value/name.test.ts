import {
  apiKeyResource,
  memberResource,
  platformMemberResource,
  profileResource,
  tierResource,
  userResource,
  ymProfileResource,
} from '@auction-tiers/contract';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { problemsOf } from '../fixture/problem.ts';

/** Every text that names something, in a body that is right but for it. */
const names: readonly (readonly [path: string, schema: z.ZodType, bodyOf: (name: string) => object])[] = [
  ['name', tierResource.Create, (name) => ({ name, ym_profile_id: 1 })],
  ['name', tierResource.Update, (name) => ({ name })],
  ['code', tierResource.Update, (code) => ({ code })],
  ['buyer_members.0.name', tierResource.Update, (name) => ({ buyer_members: [{ name }] })],
  ['name', ymProfileResource.Create, (name) => ({ name })],
  ['code', ymProfileResource.Update, (code) => ({ code })],
  ['name', profileResource.Create, (name) => ({ name })],
  ['code', profileResource.Create, (code) => ({ code })],
  ['city_targets.0.name', profileResource.Create, (name) => ({ city_targets: [{ name, country_code: 'US' }] })],
  ['carrier_targets.0.name', profileResource.Create, (name) => ({ carrier_targets: [{ name }] })],
  ['domain_targets.0.domain', profileResource.Create, (domain) => ({ domain_targets: [{ domain }] })],
  ['content_category_targets.0.code', profileResource.Create, (code) => ({ content_category_targets: [{ code }] })],
  ['name', memberResource.Create, (name) => ({ name })],
  ['name', platformMemberResource.Create, (name) => ({ id: 1, name })],
  ['username', userResource.Create, (username) => ({ username, role: 'admin', password: 'a long pass phrase' })],
  ['name', apiKeyResource.Create, (name) => ({ name, scopes: ['read'] })],
];
const descriptions = [tierResource, ymProfileResource, profileResource];

/** Ranges of characters that are not seen: they control, have no width, or only change the direction of text. */
const unseen: readonly (readonly [from: number, to: number])[] = [
  [0x00, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x180b, 0x180f],
  [0x200b, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x2064],
  [0x2066, 0x206f],
  [0x3164, 0x3164],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xfff9, 0xfffb],
  [0xe0001, 0xe0001],
  [0xe0020, 0xe007f],
];
const codePoints = unseen.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => from + at));
const shown = (codePoint: number) => `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;

test.for(names)('%s refuses characters that are not seen', ([path, schema, bodyOf]) => {
  for (const codePoint of codePoints) {
    const message = expect.stringContaining(`${shown(codePoint)} `);
    expect(problemsOf(schema, bodyOf(`Tier${String.fromCodePoint(codePoint)}1`))).toStrictEqual([{ path, message }]);
  }
});

test('the message has the place, counted in characters of the trimmed text', () => {
  const [problem] = problemsOf(memberResource.Create, { name: ' \u{1F600}é\u202Ex\u200B ' });
  expect(problem?.message).toMatch(/U\+202E.*\b3\b/);
  expect(problem?.message).not.toContain('\u202E');
});

test('several wrong names are told at once', () => {
  const body = { name: 'a\u0000', code: '\u200Bb', ym_profile_id: 1, buyer_members: [{ name: 'c\u2066' }] };
  const paths = problemsOf(tierResource.Create, body).map(({ path }) => path);
  expect(paths).toStrictEqual(['name', 'code', 'buyer_members.0.name']);
});

test.for([
  'Größe',
  '東京',
  'نيويورك',
  'ไทย',
  'मुंबई',
  'e\u0301',
  '\u{1F600} \u2764\uFE0F 1\uFE0F\u20E3 \u{1F44D}\u{1F3FD}',
  'A\u00A0B',
  '\u0600\u0661',
  '\u{1D11E}',
])('%s is a name', (name) => {
  expect(memberResource.Create.parse({ name })).toStrictEqual({ name });
});

test('what is trimmed away is not refused', () => {
  expect(memberResource.Create.parse({ name: '\uFEFF\n\u2029 Name\t\r\n' })).toStrictEqual({ name: 'Name' });
});

test.for(descriptions)('a description may have lines and tabs, and no other unseen character', ({ Update }) => {
  const description = 'One\ttwo\r\nthree\u2028four\u2029five';
  expect((Update as z.ZodType).parse({ description })).toStrictEqual({ description });
  for (const codePoint of codePoints) {
    if ([0x9, 0xa, 0xd, 0x2028, 0x2029].includes(codePoint)) continue;
    const [problem] = problemsOf(Update, { description: `a${String.fromCodePoint(codePoint)}b` });
    expect(problem).toStrictEqual({ path: 'description', message: expect.stringContaining(`${shown(codePoint)} `) });
  }
});

test('objects that were stored with such names before are read', () => {
  const name = 'a\u200Bb\u0007';
  const ofProfile = {
    name,
    code: name,
    city_targets: [{ name, country_code: 'US' }],
    carrier_targets: [{ name }],
    domain_targets: [{ domain: name }],
    content_category_targets: [{ code: name }],
  };
  for (const [attribute, value] of Object.entries(ofProfile)) {
    const stored = profileResource.fields[attribute as keyof typeof ofProfile].value;
    expect(stored.parse(value)).toStrictEqual(value);
  }
  expect(tierResource.fields.buyer_members.value.parse([{ id: 1, name }])).toStrictEqual([{ id: 1, name }]);
  expect(tierResource.fields.name.value.parse(name)).toBe(name);
});

test.for<[string, string]>([
  ['a Persian word', 'می\u200Cخواهم'],
  ['a Hindi one', 'क्\u200Dष'],
  ['a family', '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}'],
  ['an astronaut with a tone of skin', '\u{1F469}\u{1F3FD}\u200D\u{1F680}'],
  ['a flag', '\u{1F3F3}\uFE0F\u200D\u{1F308}'],
])('%s has its joiner in every name', ([, word]) => {
  for (const [, schema, bodyOf] of names) expect(problemsOf(schema, bodyOf(`x ${word}`))).toEqual([]);
});

test.for<[string, string, number]>([
  ['between Latin letters', 'a\u200Db', 2],
  ['that joins nothing at the end', 'می\u200C\u200C', 3],
  ['after one that joins', 'می\u200Cخ a\u200Cb', 7],
  ['beside an emoji alone', '\u{1F468}\u200Dx', 2],
])('a joiner %s is refused, at its place', ([, name, index]) => {
  const code = name.includes('\u200D') ? 'U+200D' : 'U+200C';
  const [problem] = problemsOf(memberResource.Create, { name });
  expect(JSON.stringify(problem)).toContain(`has ${code} as character ${index},`);
});
