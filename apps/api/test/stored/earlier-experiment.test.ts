import { Redis } from 'ioredis';
import { expect, test } from 'vitest';
import { createDraft, newYmProfile } from '../fixture/draft.ts';
import { runAuction } from '../fixture/auction-body.ts';
import { bodyOf, experimentCalls } from '../fixture/experiment.ts';
import { openInstance } from '../fixture/instance.ts';
import { startDemoData } from '../fixture/service.ts';

test('an experiment that an earlier version started runs on, and its result is read', async () => {
  const data = await startDemoData();
  const before = await openInstance(data.environment);
  const { ymProfile } = await newYmProfile(before.send);
  const draft = await createDraft(before.send, ymProfile.id);
  const words = { name: 'Earlier', hypothesis: 'Net rises by 2 %', guard: { max_loss: '20' } };
  const { create, done } = experimentCalls(before.send);
  const { id } = await create({ ...words, draft_id: draft.id, design: 'split', share: 0.5 });
  await done(id, 'start', { underpowered: true });
  await before.close();

  const redis = new Redis(data.redis.url);
  expect(await redis.hdel(`at:{p1}:experiment:${id}`, 'buyers_before')).toBe(1);
  redis.disconnect();
  const after = await openInstance(data.environment);
  const { read, resultOf } = experimentCalls(after.send);
  expect(await read(id)).toMatchObject({ state: 'running', name: 'Earlier' });
  const answer = await runAuction(after.send, bodyOf(ymProfile.id, 'u1'));
  expect(answer).toMatchObject({ experiment: { id } });
  expect(await resultOf(id)).toMatchObject({ arms: { C: {}, T: {} } });
  await after.close();
  await data.close();
});
