import type { ResourceService, RestOperation } from '../operation/list.ts';
import type { OperationWords, Rows } from '../operation/operation.ts';
import { metaOf } from '../resource/meta.ts';
import { countryResource } from '../resources/country.ts';
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
  const { name, many } = common(documented);
  const { resource } = documented;
  const hasId = 'id' in resource.fields;
  return {
    id: `read${name}`,
    summary: hasId ? `View ${many}: one, several, or all` : `View ${many}`,
    description: readingOf(documented),
    request: { num_elements: 1 },
    answer: jsonContent(hasId ? { oneOf: [ref(`${name}List`), ref(`${name}One`)] } : ref(`${name}List`)),
    errors: hasId ? [404] : [],
  };
}

/** Notes on reading from the service's definition, and requests that show them. */
function readingOf({ resource }: ResourceService): string {
  const { service } = resource;
  const { reading } = wordsOfService(resource);
  const { one } = exampleOf(service);
  const byId = one === undefined ? [] : [`\`GET /${service}?id=${one}\` gives that object.`];
  return [...byId, ...(reading === undefined ? [] : [reading])].join(' ');
}

/** A body in its key, or bare. */
function body(service: string, schema: string, examples: Json): Json {
  return jsonContent({ oneOf: [objectOf({ [service]: ref(schema) }), ref(schema)] }, examples);
}

function create(documented: ResourceService): Words {
  const { tag, name, one } = common(documented);
  const { create: full, minimal } = exampleOf(tag);
  return {
    id: `create${name}`,
    summary: `Add ${one}`,
    body: body(tag, `${name}Create`, { wrapped: full && { [tag]: full }, minimal }),
    answer: jsonContent(ref(`${name}Written`)),
    errors: [409],
  };
}

function update(documented: ResourceService): Words {
  const { tag, name, one } = common(documented);
  const { update: shown } = exampleOf(tag);
  const isSelf = documented.resource.owner === 'self';
  return {
    id: `update${name}`,
    summary: `Modify ${one}`,
    ...(isSelf ? { description: 'A seller may leave out its id.' } : {}),
    request: { id: shown?.id },
    body: body(tag, `${name}Update`, { wrapped: shown && { [tag]: shown.body } }),
    answer: jsonContent(ref(`${name}Written`)),
    errors: [404, 409, 412],
  };
}

/** Services whose deleted objects a restore of a ym-profile creates again. */
const restored: ReadonlySet<string> = new Set(['ym-profile', 'ym-auction-tier', 'profile']);

function remove(documented: ResourceService): Words {
  const { tag, name, one } = common(documented);
  const { removed: id } = exampleOf(tag);
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
