import { expect, test } from 'vitest';
import { readSettings } from '../../src/settings/settings.ts';

const base = { REDIS_URL: 'redis://localhost' };

test('reads and writes have a limit of 1000 a minute, auctions none', () => {
  expect(readSettings(base)).toMatchObject({
    ok: true,
    settings: { RATE_LIMIT_READS: 1000, RATE_LIMIT_WRITES: 1000, RATE_LIMIT_AUCTIONS: 0 },
  });
});

test.for(['RATE_LIMIT_READS', 'RATE_LIMIT_WRITES', 'RATE_LIMIT_AUCTIONS'])('%s is a whole number', (name) => {
  expect(readSettings({ ...base, [name]: '0' })).toMatchObject({ ok: true, settings: { [name]: 0 } });
  expect(readSettings({ ...base, [name]: '60' })).toMatchObject({ ok: true, settings: { [name]: 60 } });
  for (const wrong of ['-1', '1.5', 'many', '1000001']) {
    const result = readSettings({ ...base, [name]: wrong });
    expect(result).toMatchObject({ ok: false, problems: [expect.stringMatching(new RegExp(`^${name} .*allowed`))] });
  }
});
