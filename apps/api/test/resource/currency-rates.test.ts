import { expect, test } from 'vitest';
import { createYmProfile, expectOk } from '../fixture/demo-tier.ts';
import { openInstance } from '../fixture/instance.ts';
import { issuePaths, type Row, rowOf } from '../fixture/request.ts';
import { startDemoData } from '../fixture/service.ts';
import { TestClock } from '../fixture/test-clock.ts';

const dayMs = 86_400_000;

async function open() {
  const clock = new TestClock();
  const data = await startDemoData();
  const service = await openInstance(data.environment, { clock });
  return {
    clock,
    send: service.send,
    close: async () => {
      await service.close();
      await data.close();
    },
  };
}

test('rates: of any number of digits, for the own currency warned about, with a date that is said once it is old', async () => {
  const { send, clock, close } = await open();
  try {
    const put = (body: Row) => send('PUT', '/member', { body });
    const long = '1.086956521739130434782608695652173913043478260869565217391304';
    const set = expectOk(
      await put({ currency: 'EUR', currency_rates: { USD: long, VND: 3.8e-7, JPY: 1e21, EUR: '2' } }),
    );
    expect(rowOf(set, 'member')['currency_rates']).toEqual({
      USD: long,
      VND: '0.00000038',
      JPY: '1000000000000000000000',
      EUR: '2',
    });
    expect(set.response.dbg_info.warnings).toContainEqual(expect.stringMatching(/currency_rates\.EUR has no effect/));
    const date = rowOf(set, 'member')['currency_rates_date'] as string;
    expect(Date.parse(`${date.replace(' ', 'T')}Z`)).toBe(Math.floor(clock.epochMs() / 1000) * 1000);
    for (const wrong of ['0', 0, '-1', -1, '1e3', 'x', '.5', true, '9'.repeat(1001)])
      expect(issuePaths(await put({ currency_rates: { USD: wrong } }))).toEqual(['currency_rates.USD']);

    const { id } = await createYmProfile(send);
    const auction = async (cur: string) => {
      const bid_responses = [{ cur, seatbid: [{ seat: '101', bid: [{ id: 'a', impid: '1', price: 1 }] }] }];
      const body = { bid_request: { id: 'r', at: 1, imp: [{ id: '1' }] }, bid_responses };
      return expectOk(await send('POST', `/openrtb2/auction?ym_profile_id=${id}`, { body })).response;
    };
    const { auctions, dbg_info } = await auction('USD');
    // 1.0869565217... EUR, rounded up to a micro.
    expect(auctions).toMatchObject([{ winner: { price: 1.086957, auction_price: '1', auction_currency: 'USD' } }]);
    expect(dbg_info.warnings).toEqual([]);

    const old = expect.stringMatching(/currency_rates are those of .* 8 days ago/);
    clock.pass(8 * dayMs);
    expect((await auction('USD')).dbg_info.warnings).toEqual([old]);
    expect((await auction('EUR')).dbg_info.warnings).toEqual([]);
    expect(expectOk(await send('GET', '/member')).response.dbg_info.warnings).toContainEqual(old);

    const named = expectOk(await put({ currency_rates: { USD: '0.92' }, currency_rates_date: '2020-01-02 03:04:05' }));
    expect(rowOf(named, 'member')['currency_rates_date']).toBe('2020-01-02 03:04:05');
    const fresh = expectOk(await put({ currency_rates: { USD: '0.92', EUR: null } }));
    expect(fresh.response.dbg_info.warnings).toEqual([]);
  } finally {
    await close();
  }
});
