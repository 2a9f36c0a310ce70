import type { ResourceService, RestOperation } from '../operation/list.ts';
import { metaOf } from '../resource/meta.ts';
import { exampleAnswer } from './envelope.ts';
import { exampleOf } from './example.ts';
import { type Json, objectOf, ref, schemaName } from './json.ts';
import { jsonContent, type Words } from './operation.ts';
import { textOf } from './service.ts';

const byMethod = { GET: read, POST: create, PUT: update, DELETE: remove };

/** The words for an operation on the objects of a resource, or on its fields. */
export function resourceWords(service: ResourceService, { rest: { method, path } }: RestOperation): Words {
  return path.endsWith('/meta') ? meta(service) : byMethod[method](service);
}

/** What is said of the path of a resource itself. */
export function pathDescription({ resource: { service }, methods }: ResourceService): string {
  const others = methods.length === 4 ? '' : ` Any other method answers 405 with \`Allow: ${methods.join(', ')}\`.`;
  return `${textOf(service).description}${others}`;
}

const common = ({ resource: { service } }: ResourceService) => ({
  tag: service,
  name: schemaName(service),
  noun: textOf(service).noun,
});

function read(documented: ResourceService): Words {
  const { tag, name, noun } = common(documented);
  const { resource } = documented;
  const { row } = exampleOf(tag);
  const hasId = 'id' in resource.fields;
  const page = { count: 1, start_element: 0, num_elements: 1, [resource.plural]: [row] };
  const examples = {
    list: row && exampleAnswer(resource.plural, page),
    one: hasId && row ? exampleAnswer(tag, { count: 1, start_element: 0, num_elements: 100, [tag]: row }) : undefined,
  };
  const { reading } = textOf(tag);
  return {
    id: `read${name}`,
    tag,
    summary: hasId ? `View one ${noun}, several, or all` : `View each ${noun}`,
    ...(reading === undefined ? {} : { description: reading }),
    answer: jsonContent(hasId ? { oneOf: [ref(`${name}List`), ref(`${name}One`)] } : ref(`${name}List`), examples),
    errors: hasId ? [404] : [],
  };
}

/** A body in its key, or bare. */
function body(service: string, schema: string, example: unknown): Json {
  const examples = example === undefined ? {} : { wrapped: { [service]: example }, bare: example };
  return jsonContent({ oneOf: [objectOf({ [service]: ref(schema) }), ref(schema)] }, examples);
}

function written(service: string, name: string): Json {
  const { row } = exampleOf(service);
  const { id } = (row ?? {}) as { readonly id?: unknown };
  return jsonContent(ref(`${name}Written`), {
    written: row && exampleAnswer(service, { count: 1, id, [service]: row }),
  });
}

function create(documented: ResourceService): Words {
  const { tag, name, noun } = common(documented);
  return {
    id: `create${name}`,
    tag,
    summary: `Add a ${noun}`,
    body: body(tag, `${name}Create`, exampleOf(tag).create),
    answer: written(tag, name),
    errors: [409],
  };
}

function update(documented: ResourceService): Words {
  const { tag, name, noun } = common(documented);
  const isSelf = documented.resource.owner === 'self';
  return {
    id: `update${name}`,
    tag,
    summary: `Modify a ${noun}`,
    description: `Only the fields sent change; null clears a field that may be null.${isSelf ? ' A seller may leave out its id.' : ''}`,
    body: body(tag, `${name}Update`, exampleOf(tag).update),
    answer: written(tag, name),
    errors: [404, 409, 412],
  };
}

function remove(documented: ResourceService): Words {
  const { tag, name, noun } = common(documented);
  return {
    id: `delete${name}`,
    tag,
    summary: `Delete a ${noun}`,
    answer: jsonContent(ref('Deleted'), { deleted: exampleAnswer(null, { count: 1, id: 5 }) }),
    errors: [404, 409, 412],
  };
}

function meta(documented: ResourceService): Words {
  const { tag, name } = common(documented);
  const { resource } = documented;
  return {
    id: `meta${name}`,
    tag,
    summary: 'List the fields, and which can be filtered and sorted by',
    answer: jsonContent(ref('Meta'), { meta: exampleAnswer('fields', { fields: metaOf(resource) }) }),
  };
}
