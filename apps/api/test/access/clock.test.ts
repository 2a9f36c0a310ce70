import { expect, test } from 'vitest';
import { revocationMs } from '../../src/auth/token-life.ts';
import { demoYmProfile, expectOk } from '../fixture/demo-tier.ts';
import type { Row } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';
import { TestClock } from '../fixture/test-clock.ts';
import { tokenOf } from '../fixture/log-in.ts';

const clock = new TestClock();
const service = useService({}, { clock });
const { send } = service;
const twoHoursMs = 2 * 60 * 60 * 1000;

async function newKey(): Promise<{ readonly id: number; readonly key: string }> {
  const body = { name: 'K', scopes: ['read', 'write', 'auction'] };
  const { id, ...made } = expectOk(await send('POST', '/api-key', { key: await tokenOf(service), body })).response;
  return { id, key: String((made['api-key'] as Row)['key']) };
}

test.for([
  { name: 'before it is revoked', isBefore: true },
  { name: 'after it was revoked', isBefore: false },
])(
  'a revoked key is refused within its bound although the clock was set back two hours $name',
  async ({ isBefore }) => {
    clock.pass(2 * twoHoursMs);
    const { id, key } = await newKey();
    const body = { ym_profile_id: (await demoYmProfile(send)).id, bids: [] };
    const auction = async () => (await send('POST', '/auction', { key, body })).status;
    expect(await auction()).toBe(200);
    if (isBefore) clock.pass(-twoHoursMs);
    if (isBefore) expect(await auction()).toBe(200);
    expectOk(await send('DELETE', `/api-key?id=${id}`));
    if (!isBefore) clock.pass(-twoHoursMs);
    clock.pass(revocationMs);
    expect(await auction()).toBe(401);
  },
);
