import { existsSync } from 'node:fs';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** One entry of credentials.json. */
export interface Credentials {
  readonly role: 'admin' | 'seller';
  readonly member_id?: number;
  readonly username: string;
  readonly password: string;
  readonly api_key: string;
}

const draftOf = (dir: string) => join(dir, 'credentials.draft.json');
export const credentialsFile = (dir: string) => join(dir, 'credentials.json');

/** The credentials that a start which was cut short had begun to use; null when there are none. */
export async function findDraft(dir: string): Promise<readonly Credentials[] | null> {
  if (!existsSync(draftOf(dir))) return null;
  return JSON.parse(await readFile(draftOf(dir), 'utf8')) as readonly Credentials[];
}

/** Keeps credentials, for the owner's eyes only, before the first of them is used. */
export async function writeDraft(dir: string, people: readonly Credentials[]): Promise<readonly Credentials[]> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const lines = people.map((one) => JSON.stringify(one)).join(',\n ');
  // Written aside first: a draft is there whole or not at all.
  const aside = `${draftOf(dir)}.new`;
  await rm(aside, { force: true });
  await writeFile(aside, `[${lines}]\n`, { mode: 0o600, flag: 'wx', flush: true });
  await rename(aside, draftOf(dir));
  return people;
}

/** The draft becomes credentials.json. One that is there already is never overwritten: it stays, and this is an error. */
export async function publishDraft(dir: string): Promise<string> {
  const file = credentialsFile(dir);
  // Unlike `rename`, `link` fails where the name is taken.
  await link(draftOf(dir), file);
  await rm(draftOf(dir));
  return file;
}

/** Forgets credentials that are of no use: they are published, or another process has set up the database with its own. */
export async function dropDraft(dir: string): Promise<void> {
  await rm(draftOf(dir), { force: true });
}
