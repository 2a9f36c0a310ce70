import { readDataSettings } from '../settings/settings.ts';
import { type SecretSource, WrongUsage } from './input.ts';

/** What the commands read and write. */
export interface AdminIo {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly input: SecretSource;
  /** Finds the installation's Redis where REDIS_URL names none. Rejects with a message that says why there is none. */
  readonly findRedis: () => Promise<string>;
  readonly writeOut: (text: string) => void;
  readonly writeError: (text: string) => void;
  /** Writes to the audit log that a command has changed something. */
  readonly audit: (facts: Readonly<Record<string, unknown>>) => void;
}

/** Where the installation's data are: its Redis and its data folder. Throws WrongUsage for settings that are wrong. */
export async function readInstallation(io: AdminIo): Promise<{ readonly url: string; readonly dataDir: string }> {
  const given = io.environment['REDIS_URL'];
  const REDIS_URL = given === undefined || given === '' ? await io.findRedis() : given;
  const read = readDataSettings({ ...io.environment, REDIS_URL });
  if (!read.ok) throw new WrongUsage(read.problems.join('; '));
  return { url: read.settings.REDIS_URL, dataDir: read.settings.DATA_DIR };
}
