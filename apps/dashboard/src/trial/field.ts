/** A value of an answer whose form this page only assumes; every read that does not find what it needs says where. */
export interface Field {
  /** The attribute of an object. */
  readonly of: (name: string) => Field;
  readonly text: () => string;
  readonly number: () => number;
  readonly flag: () => boolean;
  readonly list: <T>(read: (entry: Field) => T) => T[];
  /** Of an attribute that reports did not have before. */
  readonly orAbsent: <T>(read: (value: Field) => T) => T | null;
  readonly orNull: <T>(read: (value: Field) => T) => T | null;
  readonly oneOf: <const T extends string>(allowed: readonly T[]) => T;
}

/** Reads a value; `path` names it in errors. */
export function fieldOf(value: unknown, path: string): Field {
  const refuse = (wanted: string): never => {
    const seen = value === undefined ? 'is missing' : `is ${(JSON.stringify(value) ?? 'nothing').slice(0, 60)}`;
    throw new Error(
      `the report of the comparison cannot be shown: ${path} ${seen}, needed: ${wanted}. Start the comparison again`,
    );
  };
  return {
    of(name) {
      if (typeof value !== 'object' || value === null) return refuse('an object');
      return fieldOf((value as Readonly<Record<string, unknown>>)[name], `${path}.${name}`);
    },
    text: () => (typeof value === 'string' ? value : refuse('a text')),
    number() {
      // Money is exact, as text.
      const read = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
      return typeof read === 'number' && Number.isFinite(read) ? read : refuse('a number');
    },
    flag: () => (typeof value === 'boolean' ? value : refuse('true or false')),
    list(read) {
      if (!Array.isArray(value)) return refuse('a list');
      return value.map((entry: unknown, at) => read(fieldOf(entry, `${path}.${at}`)));
    },
    orAbsent: (read) => (value === undefined ? null : read(fieldOf(value, path))),
    orNull: (read) => (value === null ? null : read(fieldOf(value, path))),
    oneOf(allowed) {
      const found = allowed.find((one) => one === value);
      return found ?? refuse(allowed.join(', '));
    },
  };
}
