import { maxIds, maxPageSize } from '../query/list-input.ts';
import type { Field, FieldType } from '../resource/field.ts';
import type { Json } from './json.ts';
import { arrayOf, ref } from './json.ts';
import type { DocumentedService } from './service.ts';

type Definition = DocumentedService['resource'];

const inQuery = (name: string, schema: Json, description: string, more: Json = {}): Json => ({
  name,
  in: 'query',
  description,
  schema,
  ...more,
});
const commas = { style: 'form', explode: false };
const text = { type: 'string' };

const types: Readonly<Record<FieldType, Json>> = {
  int: { type: 'integer' },
  double: { type: 'number' },
  money: { type: 'number' },
  boolean: { type: 'boolean' },
  date: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d( \\d\\d:\\d\\d:\\d\\d)?$' },
  string: text,
  object: text,
  array: text,
  'array of objects': text,
};

/** The id in the query of a write, which names one object. */
export const idParameter = (isRequired: boolean) =>
  inQuery('id', ref('Id'), 'The object that is meant', isRequired ? { required: true } : {});

export const appendParameter = inQuery(
  'append',
  { type: 'boolean', default: false },
  'true: arrays are merged by id instead of replaced',
);

/** The member to act for; of what belongs to nobody it changes nothing, but is checked all the same. */
export const memberParameter = inQuery(
  'member_id',
  ref('Id'),
  'For administrators: the member to act for. A seller may only name itself',
);

/** Everything that reading a service takes, each name once: a field's own name comes before a bound of another. */
export function listParameters(resource: Definition): Json[] {
  const fields = Object.entries(resource.fields);
  const sortable = fields.filter(([, field]) => field.sortBy).map(([name]) => name);
  const hasOwnOrder = sortable.length === 0;
  const filterable = fields.filter(([, field]) => field.filterBy);
  const all = [
    ...(hasOwnOrder ? [] : selecting(sortable)),
    inQuery('start_element', { type: 'integer', minimum: 0 }, 'Place of the first row of the page; default 0'),
    inQuery(
      'num_elements',
      { type: 'integer', minimum: 1 },
      `Rows of the page; default 100 where start_element is given, capped at ${maxPageSize} with a warning. ${
        hasOwnOrder ? '' : 'With neither of the two everything that matches is returned'
      }`.trim(),
    ),
    inQuery(
      'fields',
      arrayOf({ enum: Object.keys(resource.fields) }),
      'The attributes to return; the objects of the answer then have only these',
      commas,
    ),
    memberParameter,
    ...filterable.map(([name, field]) => filter('', name, field)),
    ...filterable.flatMap(([name, field]) =>
      ['min_', 'max_', 'not_', 'like_'].map((form) => filter(form, name, field)),
    ),
  ];
  const byName = new Map(all.toReversed().map((parameter) => [parameter['name'], parameter]));
  return all.filter((parameter) => byName.get(parameter['name']) === parameter);
}

function selecting(sortable: readonly string[]): Json[] {
  return [
    inQuery(
      'id',
      arrayOf(ref('Id'), { maxItems: maxIds }),
      `One id gives that object or a 404, and goes with fields, member_id and paging only; several (at most ${maxIds}) give those that exist`,
      commas,
    ),
    inQuery(
      'sort',
      { type: 'string', examples: [`${sortable.at(-1) ?? 'id'}.desc,id.asc`] },
      `Fields with .asc or .desc, separated by commas; default id.asc. Of: ${sortable.join(', ')}`,
    ),
    inQuery('search', text, 'Text that id, name or code holds, in any case'),
  ];
}

/** One form of a filter on a field. */
function filter(form: string, name: string, field: Field): Json {
  const type = types[field.type];
  const parameter = `${form}${name}`;
  switch (form) {
    case 'min_':
      return inQuery(parameter, type, `${name} is at least this`);
    case 'max_':
      return inQuery(parameter, type, `${name} is at most this`);
    case 'not_':
      return inQuery(parameter, arrayOf(type), `${name} is null or none of these`, commas);
    case 'like_':
      return inQuery(parameter, text, `${name} holds this text, in any case`);
    default:
      return inQuery(parameter, arrayOf(type), `${name} is one of these: ${field.description}`, commas);
  }
}
