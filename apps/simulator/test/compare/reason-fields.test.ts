import { readFileSync } from 'node:fs';
import { reasonCodes } from '@auction-tiers/contract/compare-report';
import { expect, test } from 'vitest';
import type { Evidence } from '../../src/compare/judging/evidence.ts';
import { reasonFields } from '../../src/compare/judging/reason-fields.ts';
import { judge } from '../../src/compare/judging/verdict.ts';
import { good, interval, money, net, prices, steady, usability } from './evidence.ts';

interface Schema {
  readonly type?: string;
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
  readonly $defs?: Readonly<Record<string, Schema>>;
}

const report = JSON.parse(
  readFileSync(new URL('../../schema/compare-report.schema.json', import.meta.url), 'utf8'),
) as Schema;

/** The schema of a field by its path; undefined: the report has no such field. */
function fieldAt(path: string): Schema | undefined {
  const resolved = (schema: Schema | undefined): Schema | undefined => {
    if (schema?.$ref !== undefined) return resolved(report.$defs![schema.$ref.replace('#/$defs/', '')]);
    return schema?.properties === undefined
      ? (schema?.anyOf?.map(resolved).find((one) => one?.properties) ?? schema)
      : schema;
  };
  return path.split('.').reduce<Schema | undefined>((schema, name) => resolved(schema)?.properties?.[name], report);
}

test.for(reasonCodes)('%s names a field of the report', (code) => {
  expect(fieldAt(reasonFields[code])).toBeDefined();
});

const stretch = steady.halves[0]!;
const answered = (low: number, high: number): Partial<Evidence> => {
  const side = { net: money(5), interval: interval(low, high) };
  const rest = { experiment_id: 4, until: '2026-11-28 05:00:00', model: '', sampled_auctions: 1, buyers: [12] };
  return { measured_answer: { ...rest, without: side, with: side } };
};
const stable = (change: Partial<typeof steady>) => ({ stability: { ...steady, ...change } });
const reacting = (change: Partial<Evidence['sensitivity']>) => ({ sensitivity: { ...good.sensitivity, ...change } });

/** What gives the codes whose field may be null. */
const causes = [
  ['price_scale', prices({ too_high_by: 100, too_low_by: null })],
  ['winners_only', usability({ one_bid_share: 1 })],
  ['interval_below_zero', net(-3, -1)],
  ['answer_below_zero', answered(-3, -1)],
  ['interval_holds_zero', net(-1, 1)],
  ['answer_holds_zero', answered(-1, 1)],
  ['reaction', reacting({ break_even: 0.01 })],
  ['undoing_fall', reacting({ undoing_fall: 0.01 })],
  ['names_fall', reacting({ undoing_fall: 0.5 })],
  ['break', stable({ break: { probability: 0.001, since: stretch } })],
  ['trend', stable({ trend: { since: stretch, below: 0.001 } })],
  ['last_day', stable({ last_day: { since: stretch, below: 0.001 } })],
  ['capped', stable({ cap: { per: 'hour', auctions: 40, count: 30 } })],
  ['units_once', { units: { ...good.units, seen_once_share: 1 } }],
  ['rare_losses', { rare_losses: { ...good.rare_losses, undoing_loss: 1 } }],
  ['interval_above_zero', {}],
  ['last_day_may_last', stable({ last_day: { since: { ...stretch, difference: money(-6) }, below: 0.09 } })],
  ['shocks_may_persist', stable({ if_shocks_persist: interval(-1, 21) })],
] as const;

test('every code whose field may be null is among them', () => {
  const mayBeNull = reasonCodes.filter((code) =>
    fieldAt(reasonFields[code])!.anyOf?.some(({ type }) => type === 'null'),
  );
  const tried = new Set<string>(causes.map(([code]) => code));
  expect(mayBeNull.length).toBeGreaterThan(5);
  expect(mayBeNull.filter((code) => !tried.has(code))).toEqual([]);
});

const codesOf = (evidence: Evidence) => judge(evidence).reasons.map((one) => one.code);

test.for(causes)('%s is not said where its field is null', ([code, change]) => {
  const evidence: Evidence = { ...good, ...change };
  expect(codesOf(evidence)).toContain(code);
  const [section, name] = reasonFields[code].split('.') as [keyof Evidence, string?];
  const without = name === undefined ? null : { ...(evidence[section] as object), [name]: null };
  expect(codesOf({ ...evidence, [section]: without })).not.toContain(code);
});
