import { expect, test } from 'vitest';
import { createYmProfile, expectOk } from '../fixture/demo-tier.ts';
import { useService } from '../fixture/service.ts';
import { exportOf, sendFile } from '../fixture/tier-set-file.ts';

const { send } = useService();

test('a member has a time zone, UTC at first, which its exports carry', async () => {
  const { id } = await createYmProfile(send);
  const read = async () => {
    const { members } = expectOk(await send('GET', '/member')).response;
    return [(members as { timezone: string }[])[0]?.timezone, (await exportOf(send, id)).timezone];
  };
  expect(await read()).toEqual(['UTC', 'UTC']);
  expectOk(await send('PUT', '/member', { body: { timezone: 'Europe/Berlin' } }));
  expect(await read()).toEqual(['Europe/Berlin', 'Europe/Berlin']);
  const { timezone: _, ...without } = await exportOf(send, id);
  for (const file of [without, { ...without, timezone: 'Asia/Tokyo' }]) expectOk(await sendFile(send, id, file));
  expect(await read()).toEqual(['Europe/Berlin', 'Europe/Berlin']);
});

test('a time zone that is none is refused, of a member and of a file', async () => {
  const { id } = await createYmProfile(send);
  for (const timezone of ['Mars/Olympus', '', 'CET+1', 7, null]) {
    const { status, response } = await send('PUT', '/member', { body: { timezone } });
    expect([status, response.dbg_info.issues[0]?.path]).toEqual([400, 'timezone']);
  }
  const refused = await sendFile(send, id, { tiers: [], timezone: 'Mars/Olympus' });
  expect([refused.status, refused.response.dbg_info.issues[0]?.path]).toEqual([400, 'timezone']);
});
