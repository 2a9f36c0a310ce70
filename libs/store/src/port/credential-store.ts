import type { User as UserRow } from '@auction-tiers/contract';

/** The part of a user that decides about its credentials. */
export interface User extends Pick<UserRow, 'access' | 'state'> {
  readonly id: number;
  readonly username: string;
  readonly passwordHash: string;
  readonly role: 'admin' | 'seller';
  readonly memberId: number | null;
  /** Whether a login must replace the password. */
  readonly hasOneTimePassword: boolean;
}

/** The stored part of a token, whose key is its SHA-256. */
export interface Token {
  readonly userId: number;
  readonly createdMs: number;
  /** Binds the token to the password of its login: the caller compares it with the mark of the present password. */
  readonly passwordMark: string;
}

/** A login, or an early end of a token. */
export interface TokenEvent {
  /** The position of the event in the log. */
  readonly position: string;
  readonly sha256: string;
  /** Null: the token has ended. */
  readonly token: Token | null;
}

/** Finds users by their credentials, and counts failed logins. Users and keys are objects: see `create` and `remove`. */
export interface CredentialStore {
  findUser(username: string): Promise<User | null>;
  findUserById(id: number): Promise<User | null>;
  /** The key with this SHA-256, and its user; null if either does not exist. */
  findKey(sha256: string): Promise<{
    readonly id: number;
    readonly scopes: readonly string[];
    /** When it ends, milliseconds since 1970; null: never by itself. */
    readonly endsMs: number | null;
    readonly user: User;
  } | null>;
  putToken(sha256: string, token: Token, ttlMs: number): Promise<void>;
  /** The token, its user and the time it has left; null when the token or its user is gone. */
  findToken(sha256: string): Promise<{ readonly token: Token; readonly user: User; readonly ttlMs: number } | null>;
  /** Extends a token's life; false when it is gone. */
  touchToken(sha256: string, ttlMs: number): Promise<boolean>;
  removeToken(sha256: string): Promise<boolean>;
  /** Removes the tokens of a user (null: all tokens); returns their number. Reads every token, so not for requests. */
  removeTokens(userId: number | null): Promise<number>;
  /**
   * Logins and early ends of tokens after a position in their log (null: from its start), oldest first, at most
   * `limit`. The log keeps about the last 10,000 events.
   */
  tokenEvents(after: string | null, limit: number): Promise<readonly TokenEvent[]>;
  /** Milliseconds that tokens have left, by their SHA-256; null for a token that has ended. */
  tokensLeftMs(hashes: readonly string[]): Promise<readonly (number | null)[]>;
  /** The SHA-256 of keys, by their ids; null for an id that no key has. */
  keyHashes(ids: readonly number[]): Promise<readonly (string | null)[]>;
  /** Stores the time at which the key with this SHA-256 was used. Losing this time is harmless. */
  noteKeyUse(sha256: string, timeMs: number): Promise<void>;
  /** When keys were last used, by their ids; null for a key that was never used or does not exist. */
  keyUses(ids: readonly number[]): Promise<readonly (number | null)[]>;
  /** Counts a failure under a name; gives the failures in the window and the time until the window ends. */
  countFailure(name: string, windowMs: number): Promise<{ readonly failures: number; readonly remainingMs: number }>;
  failures(name: string): Promise<{ readonly failures: number; readonly remainingMs: number }>;
  clearFailures(name: string): Promise<void>;
}
