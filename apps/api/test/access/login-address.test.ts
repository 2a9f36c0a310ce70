import { createClient as connectRedis } from 'redis';
import { describe, expect, test } from 'vitest';
import { fullCost } from '../../src/auth/password.ts';
import { expectOk } from '../fixture/demo-tier.ts';
import { answerMs, openRaw, rawRequest } from '../fixture/raw.ts';
import { useService } from '../fixture/service.ts';
import { createClient } from '../fixture/trpc-client.ts';

const direct = useService();
const proxies = { TRUSTED_PROXIES: '127.0.0.0/8, ::1' };
const proxied = useService(proxies);
/** Its checks of a password take as long as in operation. */
const slow = useService(proxies, { passwordCost: fullCost });

const login = (
  { send }: typeof direct,
  { username, password }: { readonly username: string; readonly password: string },
  forwardedFor?: string,
) =>
  send('POST', '/auth', {
    key: null,
    body: { username, password },
    headers: forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor },
  });

const failTenTimes = async (service: typeof direct, username: string, forwardedFor: (attempt: number) => string) => {
  for (let attempt = 0; attempt < 10; attempt++) {
    const { status } = await login(service, { username, password: 'wrong' }, forwardedFor(attempt));
    expect(status).toBe(401);
  }
};

describe('failed logins lock a username out for the address that they came from', () => {
  test('and for no other', async () => {
    const { admin } = proxied.people;
    await failTenTimes(proxied, admin.username, () => '198.51.100.7');
    expect((await login(proxied, admin, '198.51.100.7')).status).toBe(429);
    expectOk(await login(proxied, admin, '198.51.100.8'));
    expectOk(await login(proxied, admin));
    expect((await login(proxied, admin, '198.51.100.7')).status).toBe(429);
  });

  test('which a client behind a trusted proxy cannot make up', async () => {
    const { seller1 } = proxied.people;
    await failTenTimes(proxied, seller1.username, (attempt) => `203.0.113.${attempt}, 198.51.100.9`);
    expect((await login(proxied, seller1, '203.0.113.99, 198.51.100.9')).status).toBe(429);
  });

  test('nor one that comes directly', async () => {
    const { seller1 } = direct.people;
    await failTenTimes(direct, seller1.username, (attempt) => `203.0.113.${attempt}`);
    expect((await login(direct, seller1, '203.0.113.99')).status).toBe(429);
  });

  test('which is a network of IPv6', async () => {
    const { seller2 } = proxied.people;
    await failTenTimes(proxied, seller2.username, (attempt) => `2001:db8:0:7:${attempt}::1`);
    expect((await login(proxied, seller2, '2001:DB8::7:9:0:0:1')).status).toBe(429);
    expectOk(await login(proxied, seller2, '2001:db8:0:8::1'));
  });

  test('and failures with 40 usernames the address, whose next login is refused though it is right', async () => {
    for (let at = 0; at < 40; at++) {
      const { status } = await login(proxied, { username: `sprayed-${at}`, password: 'spring' }, '198.51.100.40');
      expect(status).toBe(401);
    }
    const { admin } = proxied.people;
    const refused = await login(proxied, admin, '198.51.100.40');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expectOk(await login(proxied, admin, '198.51.100.41'));
  });

  test('over tRPC too', async () => {
    const { username } = direct.people.seller2;
    await failTenTimes(direct, username, () => '');
    const { auth } = createClient(direct.url, null);
    await expect(auth.login.mutate({ username, password: 'wrong' })).rejects.toMatchObject({
      data: { httpStatus: 429 },
    });
  });
});

test('of 300 logins whose clients have gone, at most a few are checked before the next one', async () => {
  const before = await failureCount();
  const abandoned = Array.from({ length: 300 }, async (_, index) => {
    const body = JSON.stringify({ username: `abandoned-${index}`, password: 'wrong' });
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': `198.51.${index}.1` };
    const { socket } = await openRaw(slow.url, rawRequest('POST /auth', headers, body));
    return socket;
  });
  for (const socket of await Promise.all(abandoned)) socket.resetAndDestroy();
  const { username, password } = slow.people.admin;
  await expect
    .poll(async () => (await login(slow, { username, password }, '192.0.2.1')).status, { timeout: answerMs })
    .toBe(200);
  expect((await failureCount()) - before).toBeLessThan(100);
});

test('logins that come faster than they can be checked are refused with 429 and when to try again', async () => {
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, index) => login(slow, { username: `fast-${index}`, password: 'wrong' })),
  );
  const refused = answers.filter(({ status }) => status === 429);
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(answers.length - refused.length);
  expect(refused.length).toBeGreaterThan(20);
  for (const { headers, response } of refused) {
    expect(response).toMatchObject({ error_id: 'SYSTEM', error_code: 'RATE_EXCEEDED' });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }
});

/** Names with failed logins: each is of a password that was checked. */
async function failureCount(): Promise<number> {
  const redis = connectRedis({ url: slow.redisUrl });
  await redis.connect();
  const keys = await redis.keys('at:failures:*');
  redis.destroy();
  return keys.length;
}
