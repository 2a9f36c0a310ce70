import { expect, onTestFinished, test, vi } from 'vitest';
import { createYmProfile, expectOk } from '../fixture/demo-tier.ts';
import type { Row } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';
import { importAnswer, sendFile } from '../fixture/tier-set-file.ts';
import { countTurns, pass } from '../fixture/turns.ts';

const service = useService();
const { send } = service;
const tierCount = 1000;
/** Longer than a slice, for the rows of a few steps: what a row takes differs between machines. */
const rowMs = 0.02;

/** In which turn of the event loop each row is projected. */
function followRows(): number[] {
  const now = countTurns();
  const turns: number[] = [];
  const make = Object.fromEntries.bind(Object);
  const made = vi.spyOn(Object, 'fromEntries').mockImplementation((entries: Iterable<readonly unknown[]>) => {
    const row = make(entries) as Row;
    if (Object.keys(row).join() !== 'id,name') return row;
    turns.push(now.count);
    pass(rowMs);
    return row;
  });
  onTestFinished(() => made.mockRestore());
  return turns;
}

test('the attributes of a long list that were asked for are picked in many turns of the event loop', async () => {
  const { id } = await createYmProfile(send, { name: 'Large' });
  const tiers = Array.from({ length: tierCount }, (_, at) => ({ name: `T${at}` }));
  importAnswer(await sendFile(send, id, { tiers, profiles: [] }));
  const list = `/ym-auction-tier?ym_profile_id=${id}&num_elements=${tierCount}`;
  const whole = expectOk(await send('GET', list)).response['ym-auction-tiers'] as readonly Row[];
  const turns = followRows();
  const some = expectOk(await send('GET', `${list}&fields=id,name`)).response['ym-auction-tiers'] as readonly Row[];
  expect(some).toEqual(whole.map((row) => ({ id: row['id'], name: row['name'] })));
  expect(turns).toHaveLength(tierCount);
  expect(new Set(turns).size).toBeGreaterThan(5);
});
