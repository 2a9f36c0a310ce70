import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { wrongUsage } from '../cli/failure.ts';
import type { Settings } from '../cli/setting.ts';
import { readSettings } from '../cli/setting.ts';

/** A running API and the ym-profile to replay against. */
export interface ApiTarget {
  /** Without a slash at its end. */
  readonly url: string;
  readonly ymProfileId: number;
  readonly apiKey: string;
}

/** Where an API serves, and the key to ask it with. */
export type DirectoryTarget = Pick<ApiTarget, 'url' | 'apiKey'>;

/**
 * Checks where to send auctions; `option` is the option that gave the address. An address outside this machine needs
 * `ownsTarget`, because replays and loads send many requests at once. Throws a `Failure` for an address or a key that
 * cannot be used.
 */
export function toApiTarget(
  api: string,
  ymProfileId: number | undefined,
  ownsTarget: boolean,
  { apiKey, dataDir }: Settings,
  option: '--api' | '--url' = '--api',
): ApiTarget {
  const url = toAddress(api, option);
  if (ymProfileId === undefined) throw wrongUsage(`${option} needs --ym-profile ID: the ym-profile to run against.`);
  if (!ownsTarget && !isLoopback(url.hostname)) {
    throw wrongUsage(`${option}: ${url.host} is not this machine. If you may put load on it, add --i-own-this-target.`);
  }
  return { url: textOf(url), ymProfileId, apiKey: apiKey ?? readSellerKey(dataDir) };
}

/**
 * The API that a ym-profile is read from. It may be on any machine: a few reads are not a load. Throws as `toApiTarget`
 * does.
 */
export function toReadTarget(api: string, ymProfileId: number | undefined): ApiTarget {
  const ownsTarget = true;
  return toApiTarget(api, ymProfileId, ownsTarget, readSettings());
}

/** The API that has the buyers. Throws a `Failure` for an address or a key that cannot be used. */
export function toDirectoryTarget(api: string, { apiKey, dataDir }: Settings): DirectoryTarget {
  return { url: textOf(toAddress(api, '--buyers-from')), apiKey: apiKey ?? readSellerKey(dataDir) };
}

function toAddress(api: string, option: string): URL {
  const url = URL.parse(api);
  if (url !== null && (url.protocol === 'http:' || url.protocol === 'https:')) return url;
  throw wrongUsage(
    `${option}: "${api}" is not an address; allowed: an http or https URL, such as http://127.0.0.1:3000.`,
  );
}

function textOf(url: URL): string {
  return url.href.replace(/\/+$/, '');
}

/**
 * Judges the address without resolving it, because a name may resolve differently between the check and the use. `URL` has
 * normalised 127.1, 0x7f000001 and 2130706433 to 127.0.0.1. 0.0.0.0 is not this machine: what it reaches differs between
 * systems.
 */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/** The key of the first seller in the credentials file, which the API wrote at its first start. */
function readSellerKey(dataDir: string): string {
  const credentialsFile = join(dataDir, 'credentials.json');
  const where = `set AUCTION_TIERS_KEY, or DATA_DIR to a folder whose credentials.json has a seller's api_key; it is ${dataDir}`;
  let credentials: unknown;
  try {
    credentials = JSON.parse(readFileSync(credentialsFile, 'utf8'));
  } catch (error) {
    throw wrongUsage(`There is no API key: ${where}.`, error);
  }
  for (const entry of Array.isArray(credentials) ? credentials : []) {
    const { role, api_key: apiKey }: { role?: unknown; api_key?: unknown } = entry ?? {};
    if (role === 'seller' && typeof apiKey === 'string') return apiKey;
  }
  throw wrongUsage(`${credentialsFile} has no seller with an api_key: ${where}.`);
}
