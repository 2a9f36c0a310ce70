import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { RepeatedAnswers } from '../../src/repeat/repeated-answers.ts';
import { TestClock } from '../fixture/test-clock.ts';

/** The answers of a process whose Redis is away: its own memory decides. */
function withoutRedis() {
  const clock = new TestClock();
  const store = { history: { held: null } } as never;
  const answers = new RepeatedAnswers({ url: 'redis://127.0.0.1:1', clock, store, log: pino({ level: 'silent' }) });
  onTestFinished(() => answers.close());
  let made = 0;
  const ask = async (key: string, padding = '', fingerprint = 'f') => {
    const answer = await answers.once(
      { key, fingerprint },
      async () => ({ made: ++made, padding }),
      () => {},
    );
    return answer.made;
  };
  return { answers, clock, ask };
}

test('an answer comes again for ten minutes, then the request is a new one', async () => {
  const { clock, ask } = withoutRedis();
  expect(await Promise.all([ask('a'), ask('a')])).toEqual([1, 1]);
  clock.pass(599_000);
  expect(await ask('a')).toBe(1);
  await expect(ask('a', '', 'other')).rejects.toMatchObject({ kind: 'key_reused' });
  clock.pass(1000);
  expect(await ask('a')).toBe(2);
});

test('a process keeps at most 100,000 answers and 64 MiB of them; the oldest go first', async () => {
  const { answers, ask } = withoutRedis();
  for (let key = 0; key <= 100_000; key++) await ask(String(key));
  expect(answers.size).toBe(100_000);
  expect(await ask('1')).toBe(2);
  expect(await ask('0')).toBe(100_002);

  const large = withoutRedis();
  const eightMebibytes = 'x'.repeat(8 * 1024 * 1024);
  for (let key = 0; key < 10; key++) await large.ask(String(key), eightMebibytes);
  expect(large.answers.size).toBe(7);
  expect(await large.ask('3', eightMebibytes)).toBe(4);
  expect(await large.ask('2', eightMebibytes)).toBe(11);
});
