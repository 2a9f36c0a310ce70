import { type Commitment, type Draft, readCommitment, type ReadCommitment } from '@auction-tiers/contract';
import { counted, percentText } from '../figure/count.ts';
import { earnedText } from '../figure/figures.ts';
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

/** What the form of a commitment holds. `value` of a share is in per cent. */
export interface CommitmentForm {
  readonly subject: Pick<Subject, 'kind' | 'id'> | null;
  readonly bound: 'at_least' | 'at_most';
  readonly figure: 'wins' | 'net' | 'share_of_net';
  readonly value: number | null;
}

/** The commitment of a form; null while it is not complete. */
export function toCommitment({ subject, bound, figure, value }: CommitmentForm): Commitment | null {
  if (subject === null || value === null || !Number.isFinite(value)) return null;
  const wanted = figure === 'share_of_net' ? value / 100 : value;
  return { [subject.kind]: subject.id, [bound]: { [figure]: wanted } };
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
export const numberedText = ({ subject, id }: Pick<ReadCommitment, 'subject' | 'id'>): string =>
  `${subject === 'tier' ? 'deleted tier' : 'buyer'} no. ${id}`;

export function promisedText(figure: ReadCommitment['figure'], value: number, currency: string): string {
  if (figure === 'share_of_net') return `${percentText(value)} of the net`;
  return figure === 'wins' ? `${counted(value, 'win')} a day` : `${earnedText(value)} ${currency} net a day`;
}

/** `at least 1,000 wins a day`. */
export const boundText = (
  { bound, figure, wanted }: Pick<ReadCommitment, 'bound' | 'figure' | 'wanted'>,
  currency: string,
): string => `${bound === 'at_least' ? 'at least' : 'at most'} ${promisedText(figure, wanted, currency)}`;
