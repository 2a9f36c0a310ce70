import type { Commitment, Draft } from '@auction-tiers/contract';
import { boundText } from '../../trial/words.ts';
import { buyerName } from '../../words/buyer-name.ts';

/** Someone or something that can be promised something. */
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

/** `Saffron Travel: at least 1,000 wins a day`. */
export function commitmentText(commitment: Commitment, subjects: readonly Subject[], currency: string): string {
  const kind = commitment.buyer === undefined ? 'tier' : 'buyer';
  const id = commitment.buyer ?? commitment.tier;
  const name = subjects.find((one) => one.kind === kind && one.id === id)?.name ?? `${kind} ${id}`;
  const bound = commitment.at_least === undefined ? 'at_most' : 'at_least';
  const [figure, wanted] = Object.entries(commitment[bound] ?? {}).find(([, value]) => value !== undefined) ?? [];
  if (figure === undefined || wanted === undefined) return name;
  return `${name}: ${boundText({ bound, figure: figure as 'wins', wanted }, currency)}`;
}
