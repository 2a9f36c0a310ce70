import '../difference/difference.css';
import { keptDaysText } from '@auction-tiers/contract/compare-report';
import { Commitment, type ReadCommitment, readCommitment } from '@auction-tiers/contract';
import { Select } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { usePlace } from '../address/place.ts';
import { Choice, focusFirst, InlineForm, NumberField } from '../part/form.tsx';
import { boundText, commitmentText, type Subject } from '../words/commitment.ts';
import { promisedText } from './words.ts';
import { SmallButton } from '../part/kit.tsx';
import type { ComparisonReport } from './report.ts';

interface CommitmentListProps {
  readonly commitments: readonly Commitment[];
  /** What a try says of them. */
  readonly judged?: ComparisonReport['commitments'] | null;
  readonly subjects: readonly Subject[];
  /** Whether the user may change them. */
  readonly isOpen: boolean;
  readonly isPending: boolean;
  readonly onAdd: (one: Commitment) => Promise<unknown>;
  readonly onRemove: (one: Commitment) => void;
  /** What is said of all while they are changed. */
  readonly children?: ReactNode;
}

/** Promises about buyers and tiers, each kept or broken as a try says, with a form for one more. */
export function CommitmentList(props: CommitmentListProps) {
  const { commitments, judged, subjects, isOpen, isPending, onAdd, onRemove, children } = props;
  const { currency } = usePlace();
  const [isEditing, setIsEditing] = useState(false);
  return (
    <>
      {commitments.length === 0 && (
        <p className="muted">
          No promises yet. With one to a buyer or about a tier, each try says whether the draft keeps it, and never
          advises to launch a draft that breaks it.
        </p>
      )}
      <ul className="difference" aria-label="Promises">
        {commitments.map((one) => {
          const text = commitmentText(one, subjects, currency);
          const key = promiseKey(readCommitment(one));
          return (
            <li key={key} className="difference-head">
              <PromiseRow text={text} judged={judged?.find((row) => promiseKey(row) === key)} />
              {isEditing && (
                <SmallButton
                  disabled={isPending}
                  aria-label={`Remove the promise ${text}`}
                  onClick={() => onRemove(one)}
                >
                  Remove
                </SmallButton>
              )}
            </li>
          );
        })}
      </ul>
      {isOpen && !isEditing && (
        <SmallButton onClick={() => setIsEditing(true)}>
          {commitments.length === 0 ? '+ Add a promise' : 'Edit the promises'}
        </SmallButton>
      )}
      {isOpen && isEditing && (
        <>
          {children}
          <AddCommitment
            key={commitments.length}
            subjects={subjects}
            currency={currency}
            isPending={isPending}
            onAdd={(one) => void onAdd(one).catch(() => undefined)}
            onCancel={() => setIsEditing(false)}
          />
        </>
      )}
    </>
  );
}

/** The same promise has the same key, whoever says it. */
export const promiseKey = ({ subject, id, bound, figure, wanted }: ReadCommitment): string =>
  `${subject} ${id} ${bound} ${figure} ${wanted}`;

interface PromiseProps {
  readonly text: string;
  readonly judged: ComparisonReport['commitments'][number] | undefined;
}

/** A promise, and what a change makes of it. */
function PromiseRow({ text, judged }: PromiseProps) {
  const { currency } = usePlace();
  if (judged === undefined) return <span>{text}</span>;
  const { keeping, figure, current, draft } = judged;
  const isKept = keeping === 'kept';
  return (
    <>
      <span className={`tag ${isKept ? 'gain' : 'loss'}`}>{keeping === 'unsure' ? 'not sure' : keeping}</span>
      <span className="difference-main">{text}</span>
      <span className={isKept ? undefined : 'loss'}>
        {promisedText(figure, current, currency)} → {promisedText(figure, draft, currency)}
        {keptDaysText(judged)}
      </span>
    </>
  );
}

/** The promises that a try has judged. */
export function Judged({ rows }: { readonly rows: ComparisonReport['commitments'] }) {
  const { currency } = usePlace();
  if (rows.length === 0) return null;
  return (
    <ul className="difference" aria-label="Promises">
      {rows.map((row) => (
        <li key={promiseKey(row)} className="difference-head">
          <PromiseRow text={`${row.who}: ${boundText(row, currency)}`} judged={row} />
        </li>
      ))}
    </ul>
  );
}

/** What the form of a commitment holds. `value` of a share is in per cent. */
interface CommitmentForm {
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

interface AddProps {
  readonly subjects: readonly Subject[];
  readonly currency: string;
  readonly isPending: boolean;
  readonly onAdd: (commitment: Commitment) => void;
  readonly onCancel: () => void;
}

const keyOf = ({ kind, id }: Pick<Subject, 'kind' | 'id'>): string => `${kind} ${id}`;

function AddCommitment({ subjects, currency, isPending, onAdd, onCancel }: AddProps) {
  const [form, setForm] = useState<CommitmentForm>({ subject: null, bound: 'at_least', figure: 'wins', value: null });
  const made = toCommitment(form);
  const parsed = Commitment.safeParse(made);
  const ofKind = (kind: Subject['kind']) =>
    subjects.filter((one) => one.kind === kind).map((one) => ({ value: keyOf(one), label: one.name }));
  return (
    <InlineForm
      onSubmit={() => parsed.success && onAdd(parsed.data)}
      onCancel={onCancel}
      submit="Add"
      isPending={isPending}
      note={
        made !== null &&
        !parsed.success && <span className="loss">{parsed.error.issues.map(({ message }) => message).join('; ')}</span>
      }
    >
      <Select
        label="Who or what"
        w={180}
        searchable
        openOnFocus={false}
        ref={focusFirst}
        data={[
          { group: 'Buyers', items: ofKind('buyer') },
          { group: 'Tiers', items: ofKind('tier') },
        ]}
        required
        withAsterisk={false}
        onChange={(key) => setForm({ ...form, subject: subjects.find((one) => keyOf(one) === key) ?? null })}
      />
      <Choice
        label="Bound"
        w={100}
        words={{ at_least: 'at least', at_most: 'at most' }}
        value={form.bound}
        onChange={(bound) => setForm({ ...form, bound })}
      />
      <NumberField
        label="Value"
        w={90}
        min={0}
        value={form.value ?? ''}
        required
        withAsterisk={false}
        onChange={(value) => setForm({ ...form, value: value === '' ? null : value })}
      />
      <Choice
        label="Figure"
        w={150}
        words={{ wins: 'wins a day', net: `${currency} net a day`, share_of_net: '% of the net' }}
        value={form.figure}
        onChange={(figure) => setForm({ ...form, figure })}
      />
    </InlineForm>
  );
}
