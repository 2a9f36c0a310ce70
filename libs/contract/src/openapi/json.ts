/** A part of the document: an object of JSON. */
export type Json = Readonly<Record<string, unknown>>;

/** A shared schema of the document. */
export const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

/** The schema of an object with exactly these attributes, all required unless named in `optional`. */
export function objectOf(properties: Json, optional: readonly string[] = []): Json {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return {
    type: 'object',
    properties,
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}

export const arrayOf = (items: Json, bounds: Json = {}): Json => ({ type: 'array', items, ...bounds });
