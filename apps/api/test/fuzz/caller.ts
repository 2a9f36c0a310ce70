import { newColleaguesKey } from '../fixture/colleague.ts';
import { expectOk } from '../fixture/demo-tier.ts';
import { logIn, tokenOf } from '../fixture/log-in.ts';
import { type Row, rowOf } from '../fixture/request.ts';
import type { TestService } from '../fixture/service.ts';

/** Who asks: keys with every scope, log-ins, keys with few scopes, and the users and key that another user has made. */
export type Caller =
  | 'admin'
  | 'seller1'
  | 'seller2'
  | 'admin_log_in'
  | 'seller_log_in'
  | 'drafter'
  | 'publisher'
  | 'made_user'
  | 'confirmed_user'
  | 'made_key';

/** The credential of each caller. */
export type Credentials = Readonly<Record<Caller, string>>;

/** Makes the callers that a first start does not. */
export async function makeCallers(service: TestService): Promise<Credentials> {
  const { send, people } = service;
  const { admin, seller1, seller2 } = people;
  const token = await tokenOf(service);
  const makeKey = async (body: Row) =>
    String(rowOf(expectOk(await send('POST', '/api-key', { key: token, body })), 'api-key').key);
  const { id: user_id } = await newColleaguesKey(service, 'made-by-admin');
  const password = 'a pass phrase of its own';
  /** A user that the manager makes, and logs in. `isConfirmed`: whether an administrator confirms it. */
  const makeUser = async (username: string, isConfirmed: boolean) => {
    const made = rowOf(expectOk(await send('POST', '/user', { key: token, body: { username } })), 'user');
    const auth = { username, password: made.one_time_password, new_password: password };
    expectOk(await send('POST', '/auth', { key: null, body: { auth } }));
    const key = await tokenOf(service, 'admin');
    if (isConfirmed) expectOk(await send('PUT', `/user?id=${made.id}`, { key, body: { confirmed: true } }));
    return logIn(send, { username, password });
  };
  return {
    admin: admin.api_key,
    seller1: seller1.api_key,
    seller2: seller2.api_key,
    admin_log_in: await tokenOf(service, 'admin'),
    seller_log_in: token,
    drafter: await makeKey({ scopes: ['read', 'draft'] }),
    publisher: await makeKey({ scopes: ['read', 'publish'] }),
    made_user: await makeUser('made-by-a-manager', false),
    confirmed_user: await makeUser('confirmed-by-an-administrator', true),
    made_key: await makeKey({ user_id, scopes: ['read', 'write', 'auction'] }),
  };
}
