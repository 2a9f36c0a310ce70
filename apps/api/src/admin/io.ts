import { readRedisUrl } from '../settings/settings.ts';
import { type SecretSource, WrongUsage } from './input.ts';

/** What the commands read and write. */
export interface AdminIo {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly input: SecretSource;
  /** Finds the installation's Redis where REDIS_URL names none. Rejects with a message that says why there is none. */
  readonly findRedis: () => Promise<string>;
  readonly writeOut: (text: string) => void;
  readonly writeError: (text: string) => void;
}

/** The address of the installation's Redis. Throws WrongUsage where REDIS_URL is none. */
export async function readAddress(io: AdminIo): Promise<string> {
  const given = io.environment['REDIS_URL'];
  const address = readRedisUrl({ REDIS_URL: given === undefined || given === '' ? await io.findRedis() : given });
  if (!address.ok) throw new WrongUsage(address.problems.join('; '));
  return address.url;
}
