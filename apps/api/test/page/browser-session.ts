import type { AppRouter } from '@auction-tiers/contract';
import { createTRPCClient, httpBatchLink } from '@trpc/client';
import type { Answer, Method, RequestOptions } from '../fixture/request.ts';
import { createSend } from '../fixture/request.ts';
import type { Clock } from '../../src/auth/clock.ts';
import { markOf } from '../../src/auth/password.ts';
import { createToken, sha256 } from '../../src/auth/secret.ts';
import { fullTtlMs } from '../../src/auth/token-life.ts';
import type { Instance, Person } from '../fixture/instance.ts';
import { cookieName, cookieOf, ownPage } from '../fixture/page-session.ts';

export { cookieName, cookieOf, ownPage };

/** A browser as far as a session goes: it keeps the cookie that the service sets, and sends it with each request. */
export class BrowserSession {
  readonly url: string;
  token = '';

  constructor(url: string) {
    this.url = url;
  }

  /** Sends a request as the page does: without Authorization, and with the cookie. */
  async send(method: Method, path: string, { headers = {}, ...options }: RequestOptions = {}): Promise<Answer> {
    const cookie = this.token === '' ? {} : cookieOf(this.token);
    const answer = await createSend(this.url, '')(method, path, {
      key: null,
      ...options,
      headers: { ...cookie, ...headers },
    });
    const [set] = answer.headers.getSetCookie();
    const value = new RegExp(`^${cookieName}=([^;]*)`).exec(set ?? '')?.[1];
    if (value !== undefined) this.token = value;
    return answer;
  }

  logIn({ username, password }: Pick<Person, 'username' | 'password'>, headers = {}): Promise<Answer> {
    return this.send('POST', '/app/session', { body: { session: { username, password } }, headers });
  }

  /** The typed client of the page. */
  client(url = this.url) {
    const link = httpBatchLink({ url: `${url}/trpc`, headers: () => ({ ...cookieOf(this.token), ...ownPage }) });
    return createTRPCClient<AppRouter>({ links: [link] });
  }
}

/** A browser with a session, without checking the password, which takes long on purpose. */
export async function openSession(
  { url, opened }: Pick<Instance, 'url' | 'opened'>,
  clock: Clock,
  username: string,
): Promise<BrowserSession> {
  const { credentials } = opened.store;
  const user = await credentials.findUser(username);
  if (user === null) throw new Error(`there is no user ${username}`);
  const browser = new BrowserSession(url);
  browser.token = createToken();
  const stored = { userId: user.id, createdMs: clock.epochMs(), passwordMark: markOf(user.passwordHash) };
  await credentials.putToken(sha256(browser.token), stored, fullTtlMs);
  return browser;
}
