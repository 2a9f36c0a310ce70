import { metaOf } from '../resource/meta.ts';
import { exampleAnswer } from './envelope.ts';
import { exampleOf } from './example.ts';
import { type Json, objectOf, ref } from './json.ts';
import { idempotencyKey, ifMatch, ifNoneMatch } from './header-parameter.ts';
import { appendParameter, idParameter, listParameters, memberParameter } from './list-parameter.ts';
import { schemaName } from './name.ts';
import { jsonContent, operation } from './operation.ts';
import { type DocumentedService, textOf } from './service.ts';

/** The two paths of a service: its objects, and the list of their fields. */
export function resourcePaths(documented: DocumentedService): Json {
  const { resource, methods } = documented;
  const operations = { GET: read, POST: create, PUT: update, DELETE: remove };
  const others = methods.length === 4 ? '' : ` Any other method answers 405 with \`Allow: ${methods.join(', ')}\`.`;
  return {
    [`/${resource.service}`]: {
      description: `${textOf(resource.service).description}${others}`,
      ...Object.fromEntries(methods.map((method) => [method.toLowerCase(), operations[method](documented)])),
    },
    [`/${resource.service}/meta`]: { get: meta(documented) },
  };
}

const common = ({ resource: { service } }: DocumentedService) => ({
  tag: service,
  name: schemaName(service),
  noun: textOf(service).noun,
});

function read({ resource, methods }: DocumentedService): Json {
  const { tag, name, noun } = common({ resource, methods });
  const { row } = exampleOf(tag);
  const hasId = 'id' in resource.fields;
  const isStored = methods.length > 1;
  const page = { count: 1, start_element: 0, num_elements: 1, [resource.plural]: [row] };
  const examples = {
    list: row && exampleAnswer(resource.plural, page),
    one: hasId && row ? exampleAnswer(tag, { count: 1, start_element: 0, num_elements: 100, [tag]: row }) : undefined,
  };
  const { reading } = textOf(tag);
  return operation({
    id: `read${name}`,
    tag,
    summary: hasId ? `View one ${noun}, several, or all` : `View each ${noun}`,
    ...(reading === undefined ? {} : { description: reading }),
    scope: 'read',
    parameters: [...listParameters(resource), ...(isStored ? [ifNoneMatch] : [])],
    isTagged: isStored,
    mayBeUnchanged: isStored,
    answer: jsonContent(hasId ? { oneOf: [ref(`${name}List`), ref(`${name}One`)] } : ref(`${name}List`), examples),
    errors: hasId ? [404] : [],
  });
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

function create(documented: DocumentedService): Json {
  const { tag, name, noun } = common(documented);
  return operation({
    id: `create${name}`,
    tag,
    summary: `Add a ${noun}`,
    scope: 'write',
    parameters: [memberParameter, idempotencyKey],
    isTagged: true,
    body: body(tag, `${name}Create`, exampleOf(tag).create),
    answer: written(tag, name),
    errors: [409],
  });
}

function update(documented: DocumentedService): Json {
  const { tag, name, noun } = common(documented);
  const isSelf = documented.resource.owner === 'self';
  return operation({
    id: `update${name}`,
    tag,
    summary: `Modify a ${noun}`,
    description: `Only the fields sent change; null clears a field that may be null.${isSelf ? ' A seller may leave out its id.' : ''}`,
    scope: 'write',
    parameters: [idParameter(!isSelf), appendParameter, memberParameter, ifMatch],
    isTagged: true,
    body: body(tag, `${name}Update`, exampleOf(tag).update),
    answer: written(tag, name),
    errors: [404, 409, 412],
  });
}

function remove(documented: DocumentedService): Json {
  const { tag, name, noun } = common(documented);
  return operation({
    id: `delete${name}`,
    tag,
    summary: `Delete a ${noun}`,
    scope: 'write',
    parameters: [idParameter(true), memberParameter, ifMatch],
    answer: jsonContent(ref('Deleted'), { deleted: exampleAnswer(null, { count: 1, id: 5 }) }),
    errors: [404, 409, 412],
  });
}

function meta({ resource, methods }: DocumentedService): Json {
  const { tag, name } = common({ resource, methods });
  return operation({
    id: `meta${name}`,
    tag,
    summary: 'List the fields, and which can be filtered and sorted by',
    scope: 'read',
    answer: jsonContent(ref('Meta'), { meta: exampleAnswer('fields', { fields: metaOf(resource) }) }),
  });
}
