import { expect, test } from 'vitest';
import { document, partsOf, whole } from '../fixture/openapi-document.ts';

/** The attributes of every object that may be sent or answered, with their places. */
const attributes = [...partsOf(document)].flatMap(([place, part]) => {
  const isSchema = part['type'] === 'object' || Array.isArray(part['type']) || Array.isArray(part['allOf']);
  const properties = isSchema ? Object.entries(whole(part).properties) : [];
  return properties.map(([name, property]) => ({ place: [...place, name].join('.'), name, property }));
});

test('every attribute of a body and of an answer says what it means', () => {
  expect(attributes.length).toBeGreaterThan(300);
  const mute = attributes.filter(({ property }) => whole(property)['description'] === undefined);
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
