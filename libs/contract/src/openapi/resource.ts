import type { ResourceService, RestOperation } from '../operation/list.ts';
import type { OperationWords, Rows } from '../operation/operation.ts';
import { metaOf } from '../resource/meta.ts';
import { countryResource } from '../resources/country.ts';
import type { Plain } from '../resource/object.ts';
import type { ServiceWords } from '../resource/resource.ts';
import { exampleAnswer } from './envelope.ts';
import { exampleOf } from './example.ts';
import { type Json, objectOf, ref } from './json.ts';
import { schemaName } from '../resource/field.ts';
import { jsonContent, type Shown } from './operation.ts';

type Words = OperationWords & Shown;

const byMethod = { GET: read, POST: create, PUT: update, DELETE: remove };

/** The words for an operation on the objects of a resource, or on its fields. */
export function resourceWords(service: ResourceService, { rest: { method, path } }: RestOperation): Words {
  return path.endsWith('/meta') ? meta(service) : byMethod[method](service);
}

/** The words of a service. Throws for one that has none at its definition. */
export function wordsOfService({ service, words }: Rows): ServiceWords {
  if (words === undefined) throw new Error(`The service ${service} has no words: it would not be documented.`);
  return words;
}

const common = ({ resource }: ResourceService) => ({
  ...wordsOfService(resource),
  tag: resource.service,
  name: schemaName(resource.service),
});

function read(documented: ResourceService): Words {
  const { tag, name, many } = common(documented);
  const { resource } = documented;
  const { rows: all, count = all.length, one } = exampleOf(tag);
  const rows = all.slice(0, 1);
  const hasId = 'id' in resource.fields;
  const page = { count, start_element: 0, num_elements: rows.length, [resource.plural]: rows };
  // One object has the form of a row of the list; the introduction shows it in its answer.
  const examples = { list: exampleAnswer(resource.plural, page) };
  return {
    id: `read${name}`,
    summary: hasId ? `View ${many}: one, several, or all` : `View ${many}`,
    description: readingOf(documented, one ?? all[0]),
    ...(count > rows.length && rows.length > 0 ? { request: { num_elements: rows.length } } : {}),
    answer: jsonContent(hasId ? { oneOf: [ref(`${name}List`), ref(`${name}One`)] } : ref(`${name}List`), examples),
    errors: hasId ? [404] : [],
  };
}

/** Notes on reading from the service's definition, and requests that show them. */
function readingOf({ resource }: ResourceService, one: Plain | undefined): string {
  const { service, fields } = resource;
  const { reading } = wordsOfService(resource);
  const byId =
    'id' in fields && one !== undefined ? [`\`GET /${service}?id=${String(one['id'])}\` gives that object.`] : [];
  return [...byId, ...(reading === undefined ? [] : [reading])].join(' ');
}

/** A body in its key, or bare. */
function body(service: string, schema: string, examples: Json): Json {
  return jsonContent({ oneOf: [objectOf({ [service]: ref(schema) }), ref(schema)] }, examples);
}

interface Write {
  readonly body: Plain;
  readonly row: Plain;
}

function written(service: string, name: string, examples: Readonly<Record<string, Write | undefined>>): Json {
  const answers = Object.entries(examples).flatMap(([example, shown]) =>
    shown === undefined
      ? []
      : [[example, exampleAnswer(service, { count: 1, id: shown.row['id'], [service]: shown.row })]],
  );
  return jsonContent(ref(`${name}Written`), Object.fromEntries(answers) as Json);
}

function create(documented: ResourceService): Words {
  const { tag, name, one } = common(documented);
  const { create: full, minimal } = exampleOf(tag);
  return {
    id: `create${name}`,
    summary: `Add ${one}`,
    body: body(tag, `${name}Create`, { wrapped: full && { [tag]: full.body }, minimal: minimal?.body }),
    answer: written(tag, name, { wrapped: full }),
    errors: [409],
  };
}

function update(documented: ResourceService): Words {
  const { tag, name, one } = common(documented);
  const { update: shown } = exampleOf(tag);
  const isSelf = documented.resource.owner === 'self';
  const id = shown?.row['id'];
  return {
    id: `update${name}`,
    summary: `Modify ${one}`,
    ...(isSelf ? { description: 'A seller may leave out its id.' } : {}),
    request: { id },
    body: body(tag, `${name}Update`, { wrapped: shown && { [tag]: shown.body } }),
    answer: written(tag, name, { wrapped: shown }),
    errors: [404, 409, 412],
  };
}

/** Services whose deleted objects a restore of a ym-profile creates again. */
const restored: ReadonlySet<string> = new Set(['ym-profile', 'ym-auction-tier', 'profile']);

function remove(documented: ResourceService): Words {
  const { tag, name, one } = common(documented);
  const { removedId: id } = exampleOf(tag);
  return {
    id: `delete${name}`,
    summary: `Delete ${one}`,
    description: restored.has(tag) ? '`POST /ym-profile/restore` can restore it.' : 'It cannot be restored.',
    request: { id },
    response: 'Deleted',
    errors: [404, 409, 412],
  };
}

function meta(documented: ResourceService): Words {
  return {
    id: `meta${common(documented).name}`,
    summary: 'List the fields of the service',
    response: 'Meta',
  };
}

/** What every removal answers. */
export const deletedResponse: Json = {
  description: 'Done',
  content: jsonContent(ref('Deleted'), { deleted: exampleAnswer(null, { count: 1, id: 1 }) }),
};

/** The answer of every `/meta`; the example is for countries. */
export const metaResponse: Json = {
  description: 'Done',
  content: jsonContent(ref('Meta'), { country: exampleAnswer('fields', { fields: metaOf(countryResource) }) }),
};
