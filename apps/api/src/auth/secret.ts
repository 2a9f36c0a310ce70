import { hash, randomBytes } from 'node:crypto';

const tokenStart = 'at_';
const keyStart = 'atk_';

/** A new token: 256 bits, shown to its owner once. */
export const createToken = (): string => `${tokenStart}${randomBytes(32).toString('base64url')}`;

/** A new API key: 256 bits, with another prefix than a token. Its first characters may be shown. */
export const createKey = (): string => `${keyStart}${randomBytes(32).toString('base64url')}`;

/** A password for one login, which its user reads or hears: 95 bits, without characters that look alike. */
export function createOneTimePassword(): string {
  const letters = Array.from(randomBytes(20), (byte) => readable[byte % readable.length]).join('');
  return letters.replace(/.{5}(?!$)/g, '$&-');
}
/** 32 characters, so that each is equally likely. */
const readable = 'abcdefghjkmnpqrstuvwxyzACEFGHKMN';

/** The kind of a credential by its prefix; null: no prefix that this service uses. */
export function kindOf(credential: string): 'token' | 'key' | null {
  if (credential.startsWith(keyStart)) return 'key';
  return credential.startsWith(tokenStart) ? 'token' : null;
}

/** Characters of a key that people may see to tell keys apart. */
export const shownPrefixLength = 10;

/** What is stored of a token or key. */
export const sha256 = (secret: string): string => hash('sha256', secret);
