import { isNoAuth } from './service-error.ts';

/** What calls are authorised by. */
export interface Credential {
  /** The token or key of now. Throws what the login throws. */
  token(): Promise<string>;
  /** Drops a token that was refused. Whether `token` may give another. */
  drop(token: string): boolean;
}

/** A key is the same for ever. Throws a TypeError for one that no header can hold. */
export function createKeyCredential(apiKey: string): Credential {
  const key = new Headers({ authorization: apiKey }).get('authorization') ?? '';
  return { token: () => Promise.resolve(key), drop: () => false };
}

/**
 * Logs in when a token is first needed, and once for all who need it. A refused password stays refused: to try it again
 * at every call would lock the username out.
 */
export function createLoginCredential(logIn: () => Promise<string>): Credential {
  let login: Promise<string> | undefined;
  let current: string | undefined;
  const start = async (): Promise<string> => {
    try {
      current = await logIn();
      return current;
    } catch (error) {
      if (!isNoAuth(error)) login = undefined;
      throw error;
    }
  };
  return {
    token: () => (login ??= start()),
    drop(token) {
      if (token === current) login = current = undefined;
      return true;
    },
  };
}
