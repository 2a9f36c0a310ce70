import { hash, randomBytes } from 'node:crypto';

const tokenStart = 'at_';
const keyStart = 'atk_';

/** A new token: 256 bits, shown to its owner once. */
export const createToken = (): string => `${tokenStart}${randomBytes(32).toString('base64url')}`;

/** A new API key: as a token, told apart by its prefix, of which the first characters may be shown. */
export const createKey = (): string => `${keyStart}${randomBytes(32).toString('base64url')}`;

/** A password for one login, of which the user reads it off or hears it: 95 bits, without characters that look alike. */
export function createOneTimePassword(): string {
  const letters = Array.from(randomBytes(20), (byte) => readable[byte % readable.length]).join('');
  return letters.replace(/.{5}(?!$)/g, '$&-');
}
/** 32 of them, so that each is equally likely. */
const readable = 'abcdefghjkmnpqrstuvwxyzACEFGHKMN';

/** What a credential looks like; null: none that was ever made here. */
export function kindOf(credential: string): 'token' | 'key' | null {
  if (credential.startsWith(keyStart)) return 'key';
  return credential.startsWith(tokenStart) ? 'token' : null;
}

/** Characters of a key that people may see to tell keys apart. */
export const shownPrefixLength = 10;

/** What is stored of a token or key. */
export const sha256 = (secret: string): string => hash('sha256', secret);
