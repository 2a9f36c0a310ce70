import { expect, test } from 'vitest';
import { document, type Part, partsOf } from '../fixture/openapi-document.ts';

/** The attributes of every object that may be sent or answered, with their places. */
const attributes = [...partsOf(document)].flatMap(([place, part]) => {
  const isSchema = part['type'] === 'object' || Array.isArray(part['type']);
  const properties = isSchema ? ((part['properties'] ?? {}) as Readonly<Record<string, Part>>) : {};
  return Object.entries(properties).map(([name, property]) => ({ place: [...place, name].join('.'), name, property }));
});

const target = ({ $ref }: Part): Part =>
  typeof $ref === 'string' ? (document.components.schemas[$ref.split('/').at(-1) ?? ''] as Part) : {};

test('every attribute of a body and of an answer says what it means', () => {
  expect(attributes.length).toBeGreaterThan(300);
  const mute = attributes.filter(
    ({ property }) => property['description'] === undefined && target(property)['description'] === undefined,
  );
  expect(mute.map(({ place }) => place)).toStrictEqual([]);
});

test('every attribute of a body and of an answer has a type', () => {
  const forms = ['type', 'enum', 'const', '$ref', 'anyOf', 'oneOf', 'allOf'];
  // What the service ignores when it is sent may be anything, and so may the value of a field before and after a change.
  const any = new Set(['before', 'after']);
  const untyped = attributes.filter(
    ({ name, property }) => property['readOnly'] !== true && !any.has(name) && !forms.some((form) => form in property),
  );
  expect(untyped.map(({ place }) => place)).toStrictEqual([]);
});
