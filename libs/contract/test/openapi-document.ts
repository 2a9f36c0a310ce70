import { services } from '@auction-tiers/contract';
import { createOpenApiDocument } from '@auction-tiers/contract/openapi';
import { Ajv2020 } from 'ajv/dist/2020.js';

export { services };
export const document = createOpenApiDocument();

export type Part = Readonly<Record<string, unknown>>;

/** Each object of the document, with its place. */
export function* partsOf(value: unknown, place: readonly string[] = []): Generator<[readonly string[], Part]> {
  if (typeof value !== 'object' || value === null) return;
  yield [place, value as Part];
  for (const [key, inner] of Object.entries(value)) yield* partsOf(inner, [...place, key]);
}

const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
ajv.addSchema(document, 'document');

/** What a value has against the schema at a place of the document; empty when it is valid. */
export function problemsAt(place: readonly string[], value: unknown): string[] {
  const pointer = place.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
  const validate = ajv.getSchema(`document#/${pointer}`);
  if (validate === undefined) throw new Error(`the document has no schema at ${place.join('.')}`);
  const isValid = validate(JSON.parse(JSON.stringify(value)));
  return (isValid === true ? [] : (validate.errors ?? [])).map(
    ({ instancePath, message }) => `${instancePath} ${message}`,
  );
}

export const problemsOf = (schema: string, value: unknown) => problemsAt(['components', 'schemas', schema], value);
