import argon2 from 'argon2';
import { sha256 } from './secret.ts';

/** A password as it is stored: argon2id, computed off the event loop. */
export function hashPassword(password: string): Promise<string> {
  return argon2.hash(password, { type: argon2.argon2id });
}

export function isPassword(hash: string, password: string): Promise<boolean> {
  return argon2.verify(hash, password);
}

/** Ties a token to the password of its login: another password, even the same one set again, has another mark. */
export const markOf = (passwordHash: string): string => sha256(passwordHash).slice(0, 32);

let unknownUserHash: Promise<string> | undefined;

/** Costs what checking a real password costs, so that the time taken does not tell whether a username exists. */
export async function checkUnknownUser(password: string): Promise<false> {
  unknownUserHash ??= hashPassword('a password of no user');
  await isPassword(await unknownUserHash, password);
  return false;
}
