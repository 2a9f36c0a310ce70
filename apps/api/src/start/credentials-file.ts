import { existsSync } from 'node:fs';
import { link, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';

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

/** The draft of credentials that an interrupted first start has left; null when there is none. */
export async function findDraft(dir: string): Promise<readonly Credentials[] | null> {
  if (!existsSync(draftOf(dir))) return null;
  return JSON.parse(await readFile(draftOf(dir), 'utf8')) as readonly Credentials[];
}

/** Writes the draft of credentials, complete or not at all and readable by its owner only, before the first of them is used. */
export async function writeDraft(dir: string, people: readonly Credentials[]): Promise<readonly Credentials[]> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const lines = people.map((one) => JSON.stringify(one)).join(',\n ');
  await writeFileAtomic(draftOf(dir), `[${lines}]\n`, { mode: 0o600 });
  return people;
}

/** Turns the draft into credentials.json. Throws where that file exists already: it is never overwritten. */
export async function publishDraft(dir: string): Promise<string> {
  const file = credentialsFile(dir);
  // Unlike `rename`, `link` fails where the name is taken.
  await link(draftOf(dir), file);
  await rm(draftOf(dir));
  return file;
}

/** Removes the draft: its credentials are published, or another process has set up the database with its own. */
export async function dropDraft(dir: string): Promise<void> {
  await rm(draftOf(dir), { force: true });
}
