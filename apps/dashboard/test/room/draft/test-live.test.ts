import type { ExperimentPlan } from '@auction-tiers/contract';
import { expect, test } from 'vitest';
import { costOf, proposalWords } from '../../../src/room/draft/test-live.tsx';

const row = (design: 'shadow' | 'split', share: number, cost: string) => ({
  design,
  share,
  cost_per_day: cost,
  days: [],
});
const planOf = (...designs: ExperimentPlan['designs']): ExperimentPlan => ({
  draft_id: 1,
  timezone: 'UTC',
  auctions_per_day: 1000,
  net_per_day: '1.000000000',
  recorded_auctions: 100,
  designs,
  says: [],
  clusters: [],
});

test('the cost of a share of users is in proportion to that of the nearest planned share', () => {
  const plan = planOf(row('split', 0.2, '4.000000000'), row('split', 0.5, '10.000000000'));
  expect(costOf(plan, 'split', 0.1)).toBeCloseTo(2);
  expect(costOf(plan, 'split', 0.5)).toBeCloseTo(10);
  expect(proposalWords('split', 2)).toContain('twice what the draft costs');
});

test('a cost of 0 is known only from a plan with auctions of the chosen design', () => {
  const free = planOf(row('split', 0.2, '0.000000000'));
  expect(proposalWords('split', costOf(free, 'split', 0.05))).toContain(
    'by the recorded auctions the draft costs nothing',
  );
  const unknown = [
    costOf(free, 'switchback', 0.5),
    costOf(planOf(), 'split', 0.05),
    costOf({ ...free, auctions_per_day: 0 }, 'split', 0.05),
  ];
  for (const cost of unknown) expect(proposalWords('split', cost)).toContain('is not known');
});

test('watching costs nothing, whatever the plan knows', () => {
  expect(proposalWords('shadow', costOf(planOf(), 'shadow', 0.05))).toContain('watching costs nothing');
});
