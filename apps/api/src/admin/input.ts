import { issuesOf, type Scope, scopes } from '@auction-tiers/contract';
import type { z } from 'zod';

/** The arguments are no valid command: exit code 2. */
export class WrongUsage extends Error {}

/** Where a secret comes from: standard input, because arguments show in the list of processes. */
export interface SecretSource extends AsyncIterable<Uint8Array | string> {
  readonly isTTY?: boolean | undefined;
}

/** The option that sets an attribute. */
const optionOf: Readonly<Record<string, string>> = {
  name: '--name',
  revenue_share_pct: '--revenue-share-pct',
  username: '--username',
  member_id: '--member',
  password: 'the password',
};

/** A value parsed by its schema. Throws WrongUsage with every problem. `path`: the attribute, for a schema of one. */
export function checked<S extends z.ZodType>(schema: S, value: unknown, path?: string): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const problems = issuesOf(result.error).map((issue) => {
    const name = path ?? issue.path;
    return `${optionOf[name] ?? name} ${issue.message}`;
  });
  throw new WrongUsage(problems.join('; '));
}

export function toId(option: string, text: string): number {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(id)) return id;
  throw new WrongUsage(`${option} is ${JSON.stringify(text)}, allowed: an id such as 3`);
}

/** Scopes from a list with commas. */
export function toScopes(text: string): readonly Scope[] {
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.filter((name) => !(scopes as readonly string[]).includes(name));
  if (unknown.length === 0) return names as Scope[];
  const seen = unknown.map((name) => JSON.stringify(name)).join(', ');
  throw new WrongUsage(`--scopes has ${seen}, allowed: ${scopes.join(', ')}`);
}

/** Reads all of standard input, trimmed. Throws WrongUsage where it is empty. */
export async function readSecret(what: string, source: SecretSource, write: (prompt: string) => void): Promise<string> {
  if (source.isTTY === true) write(`Type ${what}, then Enter and Ctrl-D: `);
  const chunks: Buffer[] = [];
  for await (const chunk of source) chunks.push(Buffer.from(chunk));
  const secret = Buffer.concat(chunks).toString('utf8').trim();
  if (secret === '') throw new WrongUsage(`${what} is expected on standard input, and nothing came`);
  return secret;
}
