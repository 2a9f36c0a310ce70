import { MetaField, metaOf, selectRows, tierResource } from '@auction-tiers/contract';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { everyResource, fieldsOfMode } from '../fixture/every-resource.ts';

const services = everyResource.map((resource) => [resource.service, resource] as const);
const noWarning = (message: string) => expect.unreachable(message);

const plain = (name: string, type: string) => ({ name, type, sort_by: true, filter_by: true });
const serviceSet = (name: string, type: string) => ({ ...plain(name, type), read_only: true });

test('the fields of a tier', () => {
  expect(metaOf(tierResource)).toStrictEqual([
    serviceSet('id', 'int'),
    plain('name', 'string'),
    plain('code', 'string'),
    plain('description', 'string'),
    plain('profile_id', 'int'),
    plain('priority', 'int'),
    plain('ym_profile_id', 'int'),
    plain('min_price', 'money'),
    plain('max_forgone', 'money'),
    plain('member_action', 'string'),
    plain('state', 'string'),
    plain('start_date', 'date'),
    plain('end_date', 'date'),
    plain('member_id', 'int'),
    {
      name: 'buyer_members',
      type: 'array of objects',
      sort_by: false,
      filter_by: false,
      fields: [
        { name: 'id', type: 'int' },
        { name: 'name', type: 'string' },
      ],
    },
    serviceSet('created_on', 'date'),
    serviceSet('last_modified', 'date'),
  ]);
});

test.for(services)('the fields of a %s are the attributes it is returned with, in their order', ([, resource]) => {
  const fields = metaOf(resource);
  expect(z.array(MetaField).parse(fields)).toStrictEqual(fields);
  expect(fields.map(({ name }) => name)).toStrictEqual(Object.keys(resource.Output.shape));
  const readOnly = fields.filter((field) => field.read_only === true).map(({ name }) => name);
  expect(readOnly).toStrictEqual(fieldsOfMode(resource, 'read_only'));
});

/** The JSON types behind each name that `/meta` shows. */
const jsonTypes: Readonly<Record<string, string>> = {
  int: 'integer',
  'int or string': 'integer or string',
  double: 'number',
  money: 'string',
  string: 'string',
  boolean: 'boolean',
  date: 'string',
  object: 'object',
  array: 'array',
  'array of objects': 'array',
};

interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
}

type Shared = Readonly<Record<string, JsonSchema>>;

/** The schema of what stands there when it is not null. */
function unlessNull(given: JsonSchema | undefined, shared: Shared): JsonSchema & { readonly types: readonly string[] } {
  const name = given?.$ref?.split('/').at(-1);
  const schema = name === undefined ? given : shared[name];
  const forms = (schema?.anyOf ?? [schema ?? {}]).filter(({ type }) => type !== 'null');
  const [found = {}] = forms;
  if (found.$ref !== undefined) return unlessNull(found, shared);
  const types = forms.flatMap(({ type = [] }) => type).filter((type) => type !== 'null');
  return { ...found, types: types.length === 0 ? [] : [types.join(' or ')] };
}

test.for(services)(
  'the types of a %s, and of the elements of its arrays, are what the definition validates',
  ([, resource]) => {
    const { properties = {}, $defs = {} } = z.toJSONSchema(resource.Output) as JsonSchema & { readonly $defs?: Shared };
    for (const { name, type, fields } of metaOf(resource)) {
      const { types, items } = unlessNull(properties[name], $defs);
      expect(types, name).toStrictEqual([jsonTypes[type]]);
      const elements = Object.entries(unlessNull(items, $defs).properties ?? {});
      expect(fields?.map((field) => field.name) ?? [], name).toStrictEqual(elements.map(([element]) => element));
      for (const [index, [element, elementSchema]] of elements.entries()) {
        const shown = fields?.[index]?.type ?? '';
        expect(unlessNull(elementSchema, $defs).types, `${name}.${element}`).toStrictEqual([jsonTypes[shown]]);
      }
    }
  },
);

const samples: Readonly<Record<string, string>> = {
  int: '1',
  double: '1.5',
  money: '1',
  boolean: 'true',
  date: '2026-11-21',
};

test.for(services)(
  'a %s can be filtered and sorted by exactly the fields that say so',
  ([, { fields, ...resource }]) => {
    for (const { name, type, sort_by, filter_by } of metaOf({ ...resource, fields })) {
      const value = fields[name]?.values?.[0] ?? samples[type] ?? 'text';
      const canFilter = takes(() => selectRows(fields, [], { filter: { [name]: value } }, noWarning));
      const canSort = takes(() => selectRows(fields, [], { sort: name }, noWarning));
      expect({ name, canFilter, canSort }).toStrictEqual({ name, canFilter: filter_by, canSort: sort_by });
    }
  },
);

function takes(list: () => unknown): boolean {
  try {
    list();
    return true;
  } catch {
    return false;
  }
}
