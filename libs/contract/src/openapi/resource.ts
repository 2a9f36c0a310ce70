import type { ResourceService, RestOperation } from '../operation/list.ts';
import { metaOf } from '../resource/meta.ts';
import type { Plain } from '../resource/object.ts';
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
  ...textOf(service),
  tag: service,
  name: schemaName(service),
});

function read(documented: ResourceService): Words {
  const { tag, name, many } = common(documented);
  const { resource } = documented;
  const { rows, count = rows.length, one = rows[0] } = exampleOf(tag);
  const hasId = 'id' in resource.fields;
  const page = { count, start_element: 0, num_elements: rows.length, [resource.plural]: rows };
  const examples = {
    list: exampleAnswer(resource.plural, page),
    one: hasId && one ? exampleAnswer(tag, { count: 1, start_element: 0, num_elements: 100, [tag]: one }) : undefined,
  };
  return {
    id: `read${name}`,
    tag,
    summary: hasId ? `View ${many}: one, several, or all` : `View ${many}`,
    description: readingOf(documented, one),
    ...(count > rows.length && rows.length > 0 ? { request: { num_elements: rows.length } } : {}),
    answerFields: { schema: name, at: `response.${resource.plural}[]` },
    answer: jsonContent(hasId ? { oneOf: [ref(`${name}List`), ref(`${name}One`)] } : ref(`${name}List`), examples),
    errors: hasId ? [404] : [],
  };
}

/** How reading differs from what the definition says, and requests that show it. */
function readingOf({ resource: { service, fields } }: ResourceService, one: Plain | undefined): string {
  const { reading } = textOf(service);
  const byId =
    'id' in fields && one !== undefined ? [`\`GET /${service}?id=${String(one['id'])}\` gives that object.`] : [];
  return [...byId, ...(reading === undefined ? [] : [reading])].join(' ');
}

/** A body in its key, or bare. */
function body(service: string, schema: string, examples: Json): Json {
  return jsonContent({ oneOf: [objectOf({ [service]: ref(schema) }), ref(schema)] }, examples);
}

interface Shown {
  readonly body: Plain;
  readonly row: Plain;
}

function written(service: string, name: string, examples: Readonly<Record<string, Shown | undefined>>): Json {
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
    tag,
    summary: `Add ${one}`,
    description: 'The object may stand in its key, as in the example `wrapped`, or alone, as in `minimal`.',
    bodyFields: { schema: `${name}Create` },
    body: body(tag, `${name}Create`, { wrapped: full && { [tag]: full.body }, minimal: minimal?.body }),
    answer: written(tag, name, { wrapped: full, minimal }),
    errors: [409],
  };
}

function update(documented: ResourceService): Words {
  const { tag, name, one } = common(documented);
  const { update: shown, create: full } = exampleOf(tag);
  const isSelf = documented.resource.owner === 'self';
  const id = shown?.row['id'];
  return {
    id: `update${name}`,
    tag,
    summary: `Modify ${one}`,
    description: `Only the fields sent change; null clears a field that may be null.${isSelf ? ' A seller may leave out its id.' : ''}${dependsOn(id, full)}`,
    request: { id },
    bodyFields: { schema: `${name}Update` },
    body: body(tag, `${name}Update`, { wrapped: shown && { [tag]: shown.body } }),
    answer: written(tag, name, { wrapped: shown }),
    errors: [404, 409, 412],
  };
}

/** Of an example about an object that a fresh demo does not have: where it comes from. */
function dependsOn(id: unknown, full: Shown | undefined): string {
  return id !== undefined && id === full?.row['id']
    ? ' The id of the example is that of the object which the first example of `POST` makes in a fresh demo.'
    : '';
}

function remove(documented: ResourceService): Words {
  const { tag, name, one } = common(documented);
  const { removedId: id, create: full } = exampleOf(tag);
  return {
    id: `delete${name}`,
    tag,
    summary: `Delete ${one}`,
    description: `It cannot be restored.${dependsOn(id, full)}`,
    request: { id },
    answer: jsonContent(ref('Deleted'), { deleted: exampleAnswer(null, { count: 1, id }) }),
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
    answerFields: { schema: 'MetaField', at: 'response.fields[]' },
    answer: jsonContent(ref('Meta'), { meta: exampleAnswer('fields', { fields: metaOf(resource) }) }),
  };
}
