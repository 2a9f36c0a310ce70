import { errorCatalogue, filtersOf, parseFilter, restOperations } from '@auction-tiers/contract';
import { createOpenApiDocument } from '@auction-tiers/contract/openapi';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { document, type Part, partsOf, resolved, services } from '../fixture/openapi-document.ts';

const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);

interface Operation extends Part {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly security?: readonly Part[];
  readonly parameters?: readonly Part[];
  readonly requestBody?: Part;
  readonly responses: Part;
}

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).flatMap(([method, operation]) =>
    methods.has(method) ? [{ call: `${method.toUpperCase()} ${path}`, operation: operation as Operation }] : [],
  ),
);
const operationOf = (call: string) => operations.find((one) => one.call === call)!.operation;
const parametersOf = (call: string) => (operationOf(call).parameters ?? []).map((one) => String(resolved(one)['name']));

test('the document is a valid OpenAPI 3.1 document', async () => {
  const validator = new Validator();
  expect(await validator.validate(structuredClone(document) as unknown as Record<string, unknown>)).toStrictEqual({
    valid: true,
  });
  expect(validator.version).toBe('3.1');
});

test('the document is the same each time, and is JSON', () => {
  expect(JSON.stringify(createOpenApiDocument())).toBe(JSON.stringify(document));
  expect(JSON.parse(JSON.stringify(document))).toStrictEqual(document);
});

test('every call of the service is there, and nothing else', () => {
  const whole = 'ym-auction-tier ym-profile profile draft platform-member experiment channel view'.split(' ');
  const lasting = ['member', 'user', 'api-key'];
  const made = ['api-key'];
  const all = [...whole, ...lasting, 'dma', 'country', 'change-log'];
  expect(operations.map(({ call }) => call).toSorted()).toStrictEqual(
    [
      'DELETE /auth',
      ...whole.flatMap((name) => [`POST /${name}`, `PUT /${name}`, `DELETE /${name}`]),
      ...['POST', 'PUT'].map((method) => `${method} /member`),
      ...['POST', 'PUT', 'DELETE'].map((method) => `${method} /user`),
      ...made.flatMap((name) => ['POST', 'DELETE'].map((method) => `${method} /${name}`)),
      ...all.flatMap((name) => [`GET /${name}`, `GET /${name}/meta`]),
      'GET /ym-profile/diff',
      'GET /ym-profile/history',
      'GET /ym-profile/export',
      'POST /ym-profile/restore',
      'POST /ym-profile/undo',
      'POST /ym-profile/import',
      ...['publish', 'rebase', 'unschedule', 'approve', 'ask', 'watch'].map((act) => `POST /draft/${act}`),
      ...['start', 'pause', 'resume', 'end'].map((act) => `POST /experiment/${act}`),
      'GET /experiment/result',
      'GET /alert',
      'GET /alert/meta',
      'PUT /alert',
      'POST /alert/test',
      'POST /view/send',
      'GET /experiment/plan',
      'GET /forecast',
      'GET /forecast/meta',
      'GET /simulation',
      'POST /simulation',
      'GET /simulation/result',
      'GET /report',
      'GET /movement',
      'GET /usual',
      'GET /unknown-seat',
      'GET /calendar/holidays',
      'GET /recorded',
      'GET /recorded/content',
      ...['/auction', '/auction/explain', '/auction/batch', '/openrtb2/auction'].map((path) => `POST ${path}`),
      'POST /auth',
      'GET /healthz',
      ...['', '/auctions', '/reads', '/writes'].map((duty) => `GET /readyz${duty}`),
    ].toSorted(),
  );
});

test('a reference is to something, and everything shared is referred to', () => {
  const parts = [...partsOf(document)];
  const targets = new Set(parts.flatMap(([, { $ref }]) => (typeof $ref === 'string' ? [$ref] : [])));
  const { securitySchemes: _schemes, ...components } = document.components;
  const shared = Object.entries(components).flatMap(([kind, all]) =>
    Object.keys(all).map((name) => `#/components/${kind}/${name}`),
  );
  expect([...targets].filter((target) => !shared.includes(target))).toStrictEqual([]);
  expect(shared.filter((name) => !targets.has(name))).toStrictEqual([]);
});

test('operations have names of their own, known tags and parameters that stand once', () => {
  const ids = operations.map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
  const tags = document.tags.map(({ name }) => name);
  for (const { call, operation } of operations) {
    expect(tags).toContain(operation.tags[0]);
    expect(parametersOf(call)).toHaveLength(new Set(parametersOf(call)).size);
  }
});

test('what any operation may answer is said once, with every kind of error, its status and its identifiers', () => {
  const { description } = document.components.responses['Error'] as { readonly description: string };
  for (const { httpStatus, errorId, errorCode } of Object.values(errorCatalogue)) {
    const code = errorCode === null ? '' : ` \`${errorCode}\``;
    expect(description).toContain(`\n- ${httpStatus} \`${errorId}\`${code}: `);
  }
});

test('the document is small enough to be read: descriptions have no tables, and nothing stands twice', () => {
  expect(Buffer.byteLength(JSON.stringify(document))).toBeLessThanOrEqual(350_000);
  const tables = [...partsOf(document)].filter(([, { description }]) => String(description).includes('| --- |'));
  expect(tables.map(([place]) => place.join('.'))).toStrictEqual([]);
});

test.for<[string, readonly string[]]>([
  ['GET /ym-auction-tier', ['200', '304', '404', 'default']],
  ['POST /ym-auction-tier', ['200', '409', 'default']],
  ['DELETE /ym-profile', ['200', '404', '409', '412', 'default']],
  ['POST /auction', ['200', '404', 'default']],
  ['POST /auth', ['200', 'default']],
  ['GET /healthz', ['200']],
  ['GET /readyz/writes', ['200', '503']],
])('%s answers with %j', ([call, statuses]) => {
  expect(Object.keys(operationOf(call).responses)).toStrictEqual(statuses);
});

test.for<[string, readonly string[]]>([
  ['GET /dma', ['read']],
  ['PUT /member', ['write']],
  ['POST /auction/batch', ['auction']],
])('%s needs the scope %j, by key or by token', ([call, scope]) => {
  expect(operationOf(call).security ?? document.security).toStrictEqual([{ key: scope }, { bearer: scope }]);
});

test.for(['POST /auth', 'GET /healthz', 'GET /readyz', 'GET /readyz/auctions'])('%s is for anybody', (call) => {
  expect(operationOf(call).security).toStrictEqual([]);
});

const general = new Set([
  'id',
  'sort',
  'search',
  'start_element',
  'num_elements',
  'fields',
  'member_id',
  'filters',
  'If-None-Match',
]);
const sample = { int: '7', double: '7', money: '7', boolean: 'true', date: '2026-11-21', array: '7' } as Record<
  string,
  string
>;

test.for(services)('GET /$resource.service takes the filters that a list takes', ({ resource }) => {
  const filters = filtersOf(resource.fields);
  const parameters = parametersOf(`GET /${resource.service}`);
  const plain = [...filters].flatMap(([name, { form }]) => (form === 'is' ? [name] : []));
  expect(parameters).toStrictEqual(expect.arrayContaining(plain));
  expect(parameters.filter((name) => !plain.includes(name) && !general.has(name))).toStrictEqual([]);
  const { schema } = operationOf(`GET /${resource.service}`)
    .parameters!.map(resolved)
    .find(({ name }) => name === 'filters')!;
  const others = [...filters.keys()].filter((name) => !plain.includes(name));
  const prefixed = new RegExp((schema as { propertyNames: { pattern: string } }).propertyNames.pattern);
  expect(others.filter((name) => !prefixed.test(name))).toStrictEqual([]);
  for (const [name, { form, field }] of filters) {
    const value = form === 'null' ? 'true' : (field.values?.[0] ?? sample[field.type] ?? 'x');
    expect(parseFilter(resource.fields, { [name]: value })).toMatchObject({ ok: true });
  }
});

test('the change log has its own order, and its entries have no id', () => {
  const refused = new Set(['id', 'sort', 'search']);
  expect(parametersOf('GET /change-log').filter((name) => refused.has(name))).toStrictEqual([]);
});

const isRequired = (call: string) =>
  operationOf(call)
    .parameters?.map(resolved)
    .find(({ name }) => name === 'id')?.['required'];

test('a write names one object; a seller may leave out its own id', () => {
  expect(isRequired('PUT /ym-auction-tier')).toBe(true);
  expect(isRequired('DELETE /ym-auction-tier')).toBe(true);
  expect(isRequired('PUT /member')).toBeUndefined();
  expect(parametersOf('PUT /ym-auction-tier')).toStrictEqual([
    'id',
    'append',
    'member_id',
    'Idempotency-Key',
    'X-Change-Note',
    'If-Match',
  ]);
  expect(parametersOf('POST /platform-member')).toStrictEqual(['member_id', 'Idempotency-Key', 'X-Change-Note']);
});

test('an operation without words is refused', () => {
  const [operation] = restOperations;
  if (operation === undefined) return expect.unreachable('no operation');
  const undescribed = { ...operation, rest: { ...operation.rest, path: '/undescribed' } };
  expect(() => createOpenApiDocument([undescribed])).toThrow(/undescribed/);
});
