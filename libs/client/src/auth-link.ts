import { callLink, type Link } from './call-link.ts';
import type { Credential } from './credential.ts';
import { isNoAuth } from './service-error.ts';

/** Authorises calls. One whose token is refused is sent once more with a new one, where there can be one. */
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
