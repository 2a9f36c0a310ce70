import { randomUUID } from 'node:crypto';
import { ExperimentCounts, placeOf } from '@auction-tiers/experiment';
import { expect, test } from 'vitest';
import { addRecords, toRecord } from '../../src/experiment/counts-record.ts';
import { phaseTime } from '../../src/experiment/phase.ts';
import { PhaseReader } from '../../src/experiment/phase-reader.ts';
import { createYmProfile } from '../fixture/demo-tier.ts';
import { useService } from '../fixture/service.ts';

const service = useService({ DEMO: '0' });

/** The counts of one second: an auction of each of some units. */
function second(from: number, units: number): ExperimentCounts {
  const counts = new ExperimentCounts();
  const nobody = { buyer: null, tier: null };
  for (let unit = from; unit < from + units; unit++) {
    const place = placeOf('salt', `user ${unit}`);
    const [controlMicros, treatmentMicros] = [1_000_000 + unit, 2_000_000 - unit];
    const winners = { controlWinners: { buyer: 101, tier: 1 }, treatmentWinners: nobody, buyers: [] };
    const auction = { arm: unit % 2 === 0 ? 'C' : 'T', place, isWithoutUnit: false, cluster: null, hour: 3 } as const;
    counts.add({ ...auction, controlMicros, treatmentMicros, ...winners });
  }
  return counts;
}

/** A phase in the store, to which records are added as a process does. */
async function newPhase() {
  const { id: ymProfileId } = await createYmProfile(service.send);
  const { reports } = service.opened.store;
  const [subject, key, process] = [{ memberId: 1, ymProfileId }, 'phase', randomUUID()];
  const time = phaseTime(ymProfileId, key);
  let sequence = 0;
  const add = async (record: Buffer) => {
    const expiries = { hourExpiryMs: Date.now() + 3_600_000, dayExpiryMs: 1 };
    const part = { ...subject, hour: time, day: `${time}-none`, record, totals: '', ...expiries };
    const group = reports.groupOf(1);
    await reports.add({ group, process, sequence: ++sequence, countedToMs: 0, isLast: false, parts: [part] });
  };
  const stored = async () => (await reports.read(subject, [time]))[0]!;
  const phases = [{ key, share: 0.5, started_at: '' }];
  const experiment = { id: ymProfileId, member_id: 1, ym_profile_id: ymProfileId, phases } as never;
  const noted: (string | null)[] = [];
  const reader = () => new PhaseReader({ reports, noteDamage: (_subject, _time, problem) => noted.push(problem) });
  return { add, stored, reader, experiment, noted, spoil: Buffer.from([9, 9, 9]) };
}

const countsOf = async (reader: PhaseReader, experiment: never) => (await reader.read(experiment))[0]!.counts;

test('many records of a phase are merged into one, and every reader has the sum of all of them', async () => {
  const { add, stored, reader, experiment, noted } = await newPhase();
  const [steady, all] = [reader(), new ExperimentCounts()];
  const lengths: number[] = [];
  for (let at = 0; at < 12; at++) {
    const counts = second(at * 700, 1000);
    all.merge(counts.toData());
    await add(toRecord(counts.toData()));
    expect((await countsOf(steady, experiment)).toData()).toEqual(all.toData());
    lengths.push((await stored()).length);
  }
  // Each second adds bytes; a merge leaves fewer.
  expect(lengths.some((length, at) => length < (lengths[at - 1] ?? 0))).toBe(true);
  expect((await countsOf(reader(), experiment)).toData().rows).toEqual(all.toData().rows);
  expect(noted.every((problem) => problem === null)).toBe(true);
});

test('two readers that merge the same phase count each record once', async () => {
  const { add, stored, reader, experiment } = await newPhase();
  const [first, other] = [reader(), reader()];
  const all = new ExperimentCounts();
  for (let at = 0; at < 12; at++) {
    const counts = second(at * 1000, 1000);
    all.merge(counts.toData());
    await add(toRecord(counts.toData()));
    await Promise.all([countsOf(first, experiment), countsOf(other, experiment)]);
  }
  for (const one of [first, other]) {
    expect((await countsOf(one, experiment)).totalsOf('T')).toEqual(all.totalsOf('T'));
  }
  const again = new ExperimentCounts();
  expect(addRecords(await stored(), again)).toEqual([]);
  expect(again.totalsOf('C')).toEqual(all.totalsOf('C'));
});

test('a damaged record is named, left out and kept beside those that are merged', async () => {
  const { add, stored, reader, experiment, noted } = await newPhase();
  const whole = toRecord(second(0, 10).toData());
  await add(whole);
  await add(Buffer.from(whole.with(whole.length - 1, whole.at(-1)! ^ 1)));
  const one = reader();
  const all = second(0, 10);
  for (let at = 1; at < 12; at++) {
    const counts = second(at * 1000, 1000);
    all.merge(counts.toData());
    await add(toRecord(counts.toData()));
    await countsOf(one, experiment);
  }
  expect((await countsOf(one, experiment)).totalsOf('T')).toEqual(all.totalsOf('T'));
  expect(noted.at(-1)).toContain('checksum');
  const damaged = addRecords(await stored(), new ExperimentCounts());
  expect(damaged.map(({ record }) => record.includes(whole.subarray(-20, -1)))).toEqual([true]);
});
