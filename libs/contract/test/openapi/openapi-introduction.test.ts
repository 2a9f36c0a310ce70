import { errorCatalogue, profileResource, restOperations, tokenLife } from '@auction-tiers/contract';
import { expect, test } from 'vitest';
import { document, type Part } from '../fixture/openapi-document.ts';

const introduction = (document.info as { readonly description: string }).description;
/** The cells of the tables of the introduction. */
const rows = introduction
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) => line.slice(2, -2).split(' | '));

test('the introduction has every kind of error with its status and identifiers', () => {
  for (const { httpStatus, errorId, errorCode } of Object.values(errorCatalogue)) {
    const code = errorCode === null ? 'null' : `\`${errorCode}\``;
    expect(rows).toContainEqual([String(httpStatus), `\`${errorId}\``, code, expect.stringMatching(/\w/)]);
  }
});

test('the introduction says how a caller is authorised, for how long, and for what', () => {
  expect(introduction).toContain('Authorization: Bearer <token>');
  expect(introduction).toContain('POST /auth');
  expect(introduction).toContain(`${tokenLife.idleHours} hours`);
  expect(introduction).toContain(`${tokenLife.hours} hours`);
  const scopes = new Set(restOperations.flatMap(({ scope }) => (scope === null ? [] : [scope])));
  for (const scope of scopes) expect(rows).toContainEqual([`\`${scope}\``, expect.stringMatching(/\w/)]);
});

test('the introduction has every list and every action of targeting, each list with an example that is taken', () => {
  const fields = Object.entries(profileResource.fields);
  const lists = fields.filter(([name]) => name.endsWith('_targets'));
  expect(lists.length).toBeGreaterThan(15);
  for (const [name] of fields.filter(([field]) => field.endsWith('_action'))) {
    expect(introduction).toContain(`| \`${name}\` |`);
  }
  for (const [name, field] of lists) {
    const [, example = ''] = new RegExp(`\`${name}\`: [^\`]*, such as \`([^\`]*)\``).exec(introduction) ?? [];
    expect([name, field.input.safeParse(JSON.parse(example)).error]).toEqual([name, undefined]);
  }
});

const headersIn = (part: Part) => Object.keys(part['headers'] ?? {});

test('the introduction has every header that an operation takes or an answer brings', () => {
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item) as Part[]);
  const taken = operations.flatMap(({ parameters = [] }) =>
    (parameters as readonly Part[]).filter((one) => one['in'] === 'header').map(({ name }) => String(name)),
  );
  const brought = [
    ...operations.flatMap(({ responses = {} }) => Object.values(responses as Record<string, Part>).flatMap(headersIn)),
    ...Object.values(document.components.responses as Record<string, Part>).flatMap(headersIn),
  ];
  const named = introduction.toLowerCase();
  expect([...new Set([...taken, ...brought])].filter((name) => !named.includes(`\`${name.toLowerCase()}\``))).toEqual(
    [],
  );
});

test('every operation with a body lists its fields, and every read lists those of its answer', () => {
  for (const [path, item] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      const { requestBody, responses } = operation as { readonly requestBody?: Part; readonly responses?: Part };
      const place = `${method} ${path}`;
      if (requestBody !== undefined)
        expect([place, requestBody['description']]).toEqual([place, expect.stringContaining('| Field | Type |')]);
      const isRead = method === 'get' && !/^\/(?:healthz|metrics|readyz)/.test(path);
      const answer = (responses?.['200'] as Part | undefined)?.['description'];
      if (isRead) expect([place, answer]).toEqual([place, expect.stringContaining('| Field | Type |')]);
    }
  }
});

test.for<[call: string, field: string, type: string, absent: string | undefined]>([
  ['post /ym-auction-tier', 'name', 'text, 1 to 255 characters', '**required**'],
  ['post /ym-auction-tier', 'priority', 'integer, 1 to 10', '`5`'],
  ['post /ym-auction-tier', 'member_action', '`include`, `exclude`', '`"exclude"`'],
  ['post /ym-auction-tier', 'min_price', 'decimal as text or number, 0 to 999,999.999999, or null', '`null`'],
  ['post /ym-auction-tier', 'buyer_members', 'array of objects, at most 1,000, or null', '`null`'],
  ['post /ym-auction-tier', 'buyer_members[].id', 'integer, at least 1', 'optional'],
  ['put /ym-auction-tier', 'priority', 'integer, 1 to 10', undefined],
  ['post /auction', 'bids[].price', 'decimal as text or number, 0 to 999,999.999999', '**required**'],
  ['post /auction', 'impression.segments', 'array of integers (at least 1), at most 1,000, or null', 'optional'],
  ['post /auth', 'password', 'text, 1 to 1,024 characters', '**required**'],
])('the body of %s lists %s as %s', ([call, field, type, absent]) => {
  const [method = '', path = ''] = call.split(' ');
  const operation = document.paths[path]?.[method] as { readonly requestBody: { readonly description: string } };
  const cells = ['', `\`${field}\``, type, ...(absent === undefined ? [] : [absent])];
  expect(operation.requestBody.description).toContain(`\n${cells.join(' | ').trim()} | `);
});
