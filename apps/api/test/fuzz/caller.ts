import { type Scope, scopes } from '@auction-tiers/contract';
import { newColleaguesKey } from '../fixture/colleague.ts';
import { expectOk } from '../fixture/demo-tier.ts';
import { logIn, tokenOf } from '../fixture/log-in.ts';
import { type Row, rowOf } from '../fixture/request.ts';
import type { TestService } from '../fixture/service.ts';

/** The scopes that a seller's key may have. */
type SellersScope = Exclude<Scope, 'admin'>;
const sellersScopes = scopes.filter((scope) => scope !== 'admin');

/** Callers with keys that have one scope and `read`. */
const ofOneScope = sellersScopes.map((scope) => `with_${scope}` as const);
/** The users and the key that another user has made. */
const madeByOthers = ['made_user', 'confirmed_user', 'made_key'] as const;
/** The callers that lack what others have. */
export const limitedCallers = [...ofOneScope, ...madeByOthers];

/** Who asks: keys with every scope, log-ins, and those that lack something. */
export type Caller =
  | 'admin'
  | 'seller1'
  | 'seller2'
  | 'admin_log_in'
  | 'seller_log_in'
  | (typeof limitedCallers)[number];

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
  const keys = {} as Record<`with_${SellersScope}`, string>;
  for (const scope of sellersScopes) {
    keys[`with_${scope}`] = await makeKey({ scopes: [...new Set(['read', scope])], write_publishes: false });
  }
  // One user's key for another never publishes, and a publisher does not manage.
  const lent = sellersScopes.filter((scope) => scope !== 'publish' && scope !== 'manage');
  return {
    ...keys,
    admin: admin.api_key,
    seller1: seller1.api_key,
    seller2: seller2.api_key,
    admin_log_in: await tokenOf(service, 'admin'),
    seller_log_in: token,
    made_user: await makeUser('made-by-a-manager', false),
    confirmed_user: await makeUser('confirmed-by-an-administrator', true),
    made_key: await makeKey({ user_id, scopes: lent }),
  };
}
