import { z } from 'zod';

/** One problem of an input: where it is (`buyer_members.0.id`) and what is wrong with it. */
export interface Issue {
  readonly path: string;
  readonly message: string;
}

/** The issues of a failed parse, in the words of this service. */
export function issuesOf(error: z.ZodError): Issue[] {
  return error.issues.flatMap((issue) => {
    const path = issue.path.map(String).join('.');
    if (issue.code !== 'unrecognized_keys') return [{ path, message: issue.message }];
    return issue.keys.map((key) => ({
      path: path === '' ? key : `${path}.${key}`,
      message: 'is not a known field',
    }));
  });
}

/** The beginning of a text, at most so long, and without an unpaired surrogate at its end: no text with one is stored. */
export const cut = (text: string, most: number): string => text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');

/** The value as a person would recognise it: JSON, cut to a length that fits a sentence. */
export function quote(value: unknown): string {
  let text: string;
  if (value === undefined) return 'nothing';
  if (typeof value === 'number') text = String(value);
  else if (Array.isArray(value)) text = `an array of ${value.length}`;
  else if (typeof value === 'object' && value !== null) text = 'an object';
  else text = JSON.stringify(value);
  return text.length > 80 ? `${cut(text, 77)}...` : text;
}

/** The message for a rule of our own: the value seen, and what is allowed. */
export const allowed = (what: string) => ({
  error: ({ input }: { readonly input?: unknown }) => `is ${JSON.stringify(input)}, allowed: ${what}`,
});

/** Every issue says the value seen and what is allowed; zod's own sentences leave out the value. */
export function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  const seen = quote(issue.input);
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? `is required (${issue.expected})` : `is ${seen}, allowed: ${issue.expected}`;
    case 'invalid_value':
      return `is ${seen}, allowed: ${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return `is ${seen}, allowed: at least ${unit(issue.origin, issue.minimum)}`;
    case 'too_big':
      return `is ${seen}, allowed: at most ${unit(issue.origin, issue.maximum)}`;
    case 'invalid_format':
      return `is ${seen}, not of the form ${issue.pattern ?? issue.format}`;
    case 'invalid_key':
      return `as a key ${issue.issues[0]?.message}`;
    case 'invalid_union':
      return `is ${seen}, which is none of the forms allowed here`;
    default:
      return undefined;
  }
}

function unit(origin: string, bound: number | bigint): string {
  const isOne = Number(bound) === 1;
  if (origin === 'string') return `${bound} character${isOne ? '' : 's'}`;
  return origin === 'array' ? `${bound} entr${isOne ? 'y' : 'ies'}` : String(bound);
}

z.config({ customError: describeIssue });
