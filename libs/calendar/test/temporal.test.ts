import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

const without = 'data:text/javascript,delete globalThis.Temporal';

/** The changes of all zones' clocks in 2025 and 2026, as a process of its own finds them. */
function changes(...options: readonly string[]): string[] {
  const [from, to] = [Date.UTC(2025, 0), Date.UTC(2027, 0)].map(String) as [string, string];
  const args = ['--conditions=@auction-tiers/source', ...options, `${import.meta.dirname}/changes.ts`, from, to];
  return execFileSync(process.execPath, args, { encoding: 'utf8' }).split('\n');
}

test('where there is no Temporal, the polyfill knows the same changes of clocks', () => {
  const [own, ...native] = changes();
  const [loaded, ...polyfilled] = changes('--import', without);
  expect([own, loaded]).toEqual(['native', 'polyfill']);
  expect(native.length).toBeGreaterThan(400);
  expect(polyfilled).toEqual(native);
});
