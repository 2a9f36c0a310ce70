import { callLink, type Link } from './call-link.ts';
import { isNoAuth } from './failure.ts';

/** The source of a call's token or key. */
export interface Credential {
  /** The current token or key; empty: none is sent. Throws what the login throws. */
  token(): Promise<string>;
  /** Drops a refused token; returns whether `token` may give another one. */
  drop(token: string): boolean;
}

/** A fixed key. Throws a TypeError for a key that is not valid in a header. */
export function createKeyCredential(apiKey: string): Credential {
  const key = new Headers({ authorization: apiKey }).get('authorization') ?? '';
  return { token: () => Promise.resolve(key), drop: () => false };
}

/**
 * The session of a page, which the browser sends as a cookie: no token goes into a header. Calls that are refused wait until
 * `renew` resolves, when the user has signed in again.
 */
export function createSessionCredential(renew: () => Promise<void>): Credential {
  let renewed: Promise<void> = Promise.resolve();
  return {
    token: async () => {
      await renewed;
      return '';
    },
    drop() {
      renewed = renew();
      return true;
    },
  };
}

/**
 * Logs in when a token is first needed, once for all calls that wait for it. A refused password is not tried again, as
 * failed logins lock the username out.
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

/** Adds the token to calls. A call whose token is refused is sent once more with a new one, if there can be one. */
export const authLink = (credential: Credential): Link =>
  callLink(async (call, send) => {
    if (call.path === 'auth.login') return send(call);
    const sendAs = (authorization: string) => send({ ...call, context: { ...call.context, authorization } });
    const token = await credential.token();
    try {
      return await sendAs(token);
    } catch (error) {
      if (!isNoAuth(error) || !credential.drop(token)) throw error;
    }
    return sendAs(await credential.token());
  });
