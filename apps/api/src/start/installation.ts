import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ObjectStore, StoreMemory } from '@auction-tiers/store';
import type { Logger } from 'pino';
import { Repetition } from '../loop/repetition.ts';
import { z } from 'zod';
import { credentialsFile } from './credentials-file.ts';

/** How often the store's memory is written to the data folder, where it has changed. */
const writeMs = 1000;

const fileOf = (dir: string) => join(dir, 'installation.json');

const Memory = z.object({
  positions: z.array(z.object({ epoch: z.string(), revision: z.int().nonnegative(), mark: z.string() })),
  pastEpochs: z.array(z.string()),
  servers: z.array(z.string()),
  highestIds: z.record(z.string(), z.int().nonnegative()),
}) satisfies z.ZodType<StoreMemory>;

/** The memory of an installation of whose database nothing is known. */
const unknown: StoreMemory = { positions: [], pastEpochs: [], servers: [], highestIds: {} };

/**
 * Reads what a data folder remembers of the installation's database; undefined where it remembers none, as before the
 * end of a first start. Throws for a damaged file: a start without it could serve another database's data.
 */
export async function readMemory(dir: string): Promise<StoreMemory | undefined> {
  if (existsSync(fileOf(dir))) {
    const parsed = Memory.safeParse(parseJson(await readFile(fileOf(dir), 'utf8')));
    if (parsed.success) return parsed.data;
    throw new Error(
      `${fileOf(dir)} is damaged. Move it away to start with what is in Redis, once you are sure that this is the installation's database.`,
    );
  }
  return existsSync(credentialsFile(dir)) ? unknown : undefined;
}

/** Writes a store's memory into a data folder: at the start, every second where it has changed, and at the end. */
export class MemoryFile {
  readonly #store: ObjectStore;
  readonly #dir: string;
  readonly #log: Logger;
  #written = '';
  readonly #repetition = new Repetition(writeMs, () => this.#write());
  #isStarted = false;

  constructor(store: ObjectStore, dir: string, log: Logger) {
    this.#store = store;
    this.#dir = dir;
    this.#log = log;
  }

  async start(): Promise<void> {
    await this.#write();
    this.#isStarted = true;
    this.#repetition.start(writeMs);
  }

  async close(): Promise<void> {
    await this.#repetition.close();
    if (this.#isStarted) await this.#write();
  }

  async #write(): Promise<void> {
    try {
      this.#written = await writeMemory(this.#dir, this.#store.memory(), this.#written);
    } catch (error) {
      this.#log.error({ error }, 'what is known of the database could not be written to DATA_DIR; trying again');
    }
  }
}

/**
 * Writes the memory to its file and returns the file's text. `written`: the text that the file has already. A command
 * that adopts a database calls it with the epoch, revisions and ids that the database has from then on.
 */
export async function writeMemory(dir: string, memory: StoreMemory, written = ''): Promise<string> {
  const text = `${JSON.stringify(memory)}\n`;
  if (text === written) return text;
  // Processes of one installation share the folder. Each writes a temporary file and renames it: no reader sees a part.
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const aside = `${fileOf(dir)}.${randomUUID()}`;
  try {
    await writeFile(aside, text, { mode: 0o600, flush: true });
    await rename(aside, fileOf(dir));
  } catch (error) {
    // On a full disk each attempt would leave a file.
    await rm(aside, { force: true });
    throw error;
  }
  return text;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
