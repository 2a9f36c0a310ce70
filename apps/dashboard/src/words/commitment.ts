import { type Commitment, type Draft, readCommitment, type ReadCommitment } from '@auction-tiers/contract';
import { boundText as boundTextIn } from '@auction-tiers/contract/compare-report';
import { figures } from '../figure/figures.ts';
import { buyerName } from './buyer-name.ts';

/** A buyer or a tier that a commitment can be about. */
export interface Subject {
  readonly kind: 'buyer' | 'tier';
  readonly id: number;
  readonly name: string;
}

type Content = Pick<NonNullable<Draft['tier_set']>, 'tiers'>;

/** The buyers and tiers of tier sets, by name, each once. */
export function subjectsOf(...sets: readonly (Content | null)[]): Subject[] {
  const found = new Map<string, Subject>();
  const add = (subject: Subject) => found.set(`${subject.kind} ${subject.id}`, subject);
  for (const { id, name, buyer_members: buyers } of sets.flatMap((set) => set?.tiers ?? [])) {
    if (id !== undefined) add({ kind: 'tier', id, name: name ?? `tier no. ${id}` });
    for (const buyer of buyers ?? []) add({ kind: 'buyer', id: buyer.id, name: buyerName(buyer) });
  }
  return [...found.values()].toSorted((a, b) => a.name.localeCompare(b.name));
}

/**
 * `Saffron Travel: at least 1,000 wins a day`; a buyer or tier that is not among the subjects has its number.
 * `subjects`: null where no names are known.
 */
export function commitmentText(commitment: Commitment, subjects: readonly Subject[] | null, currency: string): string {
  const promise = readCommitment(commitment);
  const found = subjects?.find(({ kind, id }) => kind === promise.subject && id === promise.id);
  const name = found?.name ?? (subjects === null ? `a ${promise.subject}` : numberedText(promise));
  return `${name}: ${boundText(promise, currency)}`;
}

/** A buyer or tier without a name: a tier that is neither live nor in the draft is deleted. */
const numberedText = ({ subject, id }: Pick<ReadCommitment, 'subject' | 'id'>): string =>
  `${subject === 'tier' ? 'deleted tier' : 'buyer'} no. ${id}`;

/** `at least 1,000 wins a day`. */
export const boundText = (promise: Pick<ReadCommitment, 'bound' | 'figure' | 'wanted'>, currency: string): string =>
  boundTextIn(promise, currency, figures);
