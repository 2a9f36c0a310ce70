import { profileResource, restOperations, tokenLife } from '@auction-tiers/contract';
import { expect, test } from 'vitest';
import { document, type Part, resolved, whole } from '../fixture/openapi-document.ts';

const introduction = (document.info as { readonly description: string }).description;
test('the introduction says how a caller is authorised, for how long, and for what', () => {
  expect(introduction).toContain('Authorization: Bearer <token>');
  expect(introduction).toContain('POST /auth');
  expect(introduction).toContain(`${tokenLife.idleHours} hours`);
  expect(introduction).toContain(`${tokenLife.hours} hours`);
  const scopes = new Set(restOperations.flatMap(({ scope }) => (scope === null ? [] : [scope])));
  for (const scope of scopes) expect(introduction).toMatch(new RegExp(`\n- \`${scope}\`: \\w`));
});

test('every list of targeting says what it holds, with an example that is taken, and every action what it is about', () => {
  const fields = Object.entries(profileResource.fields);
  const lists = fields.filter(([name]) => name.endsWith('_targets'));
  expect(lists.length).toBeGreaterThan(15);
  const { properties } = whole({ $ref: '#/components/schemas/ProfileCreate' });
  for (const [name, field] of lists) {
    const { examples = [], description } = whole(properties[name] ?? {}) as {
      examples?: unknown[];
      description?: string;
    };
    expect([name, description, examples.length]).toEqual([name, field.description, 1]);
    expect([name, field.input.safeParse(examples[0]).error]).toEqual([name, undefined]);
  }
  for (const [name] of fields.filter(([field]) => field.endsWith('_action'))) {
    expect(whole(properties[name] ?? {})).toMatchObject({
      enum: ['include', 'exclude'],
      description: expect.stringMatching(/^Whether/) as string,
    });
  }
});

test('every header that an operation takes or an answer brings says what it means', () => {
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item) as Part[]);
  const taken = operations.flatMap(({ parameters = [] }) =>
    (parameters as readonly Part[]).map(resolved).filter((one) => one['in'] === 'header'),
  );
  const brought = Object.values(document.components.headers as Record<string, Part>);
  expect(new Set(taken.map(({ name }) => name)).size).toBe(4);
  for (const one of [...taken, ...brought])
    expect(one).toMatchObject({
      description: expect.stringMatching(/\w/) as string,
      schema: { type: expect.stringMatching(/\w/) as string },
    });
});

test('every body says how large it may be', () => {
  for (const [path, item] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      const { requestBody } = operation as { readonly requestBody?: Part };
      if (requestBody === undefined) continue;
      expect([method, path, requestBody['description']]).toEqual([method, path, expect.stringMatching(/^At most \d/)]);
    }
  }
});
