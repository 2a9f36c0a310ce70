import type { MovementAnswer } from './movement.ts';

/** What the parts of a movement are called. */
export const movementParts: Readonly<Record<MovementAnswer['parts'][number]['kind'], string>> = {
  rules: 'Changes of the tiers',
  traffic: 'Traffic',
  mix: 'Mix of impressions',
  participation: 'How often buyers bid',
  prices: 'What buyers bid',
  terms: 'Floors and terms',
  unexplained: 'Too few recorded to tell',
};
