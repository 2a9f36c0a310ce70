import { expect, test } from 'vitest';
import { engineSuite } from '../../src/engine/engine-suite.ts';
import { measuredRow } from '../../src/engine/figures.ts';
import { lineUp } from '../../src/engine/contestants/line-up.ts';

test('a quick run ends with every contestant measured and checked, in both shapes, at every size', async () => {
  const sizes = [10, 60];
  const lines: string[] = [];
  const { figures, text } = await engineSuite.measure({ rounds: 5, sizes, isQuick: true }, (line) => lines.push(line));

  expect(figures.comparisons.map(({ shape, tierCount }) => `${shape} ${tierCount}`)).toEqual([
    ...sizes.map((size) => `wide ${size}`),
    ...sizes.map((size) => `deep ${size}`),
  ]);
  for (const comparison of figures.comparisons) {
    for (const { name } of lineUp) {
      const row = measuredRow(comparison, name);
      expect(
        row?.checkedBids,
        `answers of ${name} among ${comparison.tierCount} ${comparison.shape} tiers`,
      ).toBeGreaterThanOrEqual(100);
      expect(row?.cpuNsPerBid).toHaveLength(5);
    }
  }
  expect(figures.growths.map(({ sizes: measured }) => measured.map(({ tierCount }) => tierCount))).toEqual([
    sizes,
    sizes,
  ]);
  expect(figures.compileTimes.map(({ compileCpuMs, parseCpuMs }) => [compileCpuMs.length, parseCpuMs.length])).toEqual([
    [5, 5],
    [5, 5],
  ]);
  expect(figures.changeTimes.map(({ longestStepWallMs }) => longestStepWallMs.length)).toEqual([5]);
  for (const { controlPerBid } of figures.memory) expect(controlPerBid).toBeGreaterThan(8);
  for (const { name } of lineUp) expect(text).toContain(name);
  expect(text).toContain("compared with the linear matcher's: all equal");
  expect(lines).toContain('deep: 60 tiers');
});
