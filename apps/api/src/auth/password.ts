import argon2 from 'argon2';
import { sha256 } from './secret.ts';

/** The parameters of argon2id. A stored hash names its own, so that hashes of several costs can be checked. */
export interface PasswordCost {
  /** Kibibytes. */
  readonly memoryCost: number;
  /** Passes over the memory. */
  readonly timeCost: number;
  readonly parallelism: number;
}

/** 64 MiB and about 0.2 s of processor time per hash. Source: the second recommended option of RFC 9106, section 4. */
export const fullCost: PasswordCost = { memoryCost: 65_536, timeCost: 3, parallelism: 4 };

/** A password as it is stored: argon2id, computed off the event loop. */
export function hashPassword(password: string, cost: PasswordCost = fullCost): Promise<string> {
  return argon2.hash(password, { type: argon2.argon2id, ...cost });
}

export function isPassword(hash: string, password: string): Promise<boolean> {
  return argon2.verify(hash, password);
}

/** Ties a token to the password of its login: another password, even the same one set again, has another mark. */
export const markOf = (passwordHash: string): string => sha256(passwordHash).slice(0, 32);

const unknownUserHashes = new Map<PasswordCost, Promise<string>>();

/** Costs what checking a real password costs, so that the time taken does not tell whether a username exists. */
export async function checkUnknownUser(password: string, cost: PasswordCost): Promise<false> {
  const hash = unknownUserHashes.get(cost) ?? hashPassword('a password of no user', cost);
  unknownUserHashes.set(cost, hash);
  await isPassword(await hash, password);
  return false;
}
