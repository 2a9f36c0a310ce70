import { Commitment, type Draft, type TierSetFile } from '@auction-tiers/contract';
import { Button, NumberInput, Select } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { usePlace } from '../../address/place.ts';
import { refreshDrafts } from '../../draft/edit-draft.ts';
import { writeSeen } from '../../draft/seen.ts';
import { focusFirst, InlineForm } from '../../part/inline-form.tsx';
import { Problem } from '../../part/problem.tsx';
import { client } from '../../service/trpc.ts';
import { type CommitmentForm, commitmentText, type Subject, subjectsOf, toCommitment } from './commitment.ts';

interface CommitmentListProps {
  readonly draft: Draft;
  /** The draft that the user has seen. */
  readonly seen: Draft;
  readonly live: TierSetFile;
  readonly isOpen: boolean;
}

/** Promises that a try of the draft is judged by. */
export function CommitmentList({ draft, seen, live, isOpen }: CommitmentListProps) {
  const { memberId, currency } = usePlace();
  const [isAdding, setIsAdding] = useState(false);
  const commitments = draft.commitments ?? [];
  const subjects = subjectsOf(live, draft.tier_set ?? null);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (next: readonly Commitment[]) =>
      writeSeen(seen, (named) =>
        client.draft.update.mutate({ ...named, member_id: memberId, changes: { commitments: [...next] } }),
      ),
    onError: refreshDrafts,
    async onSuccess() {
      setIsAdding(false);
      await refreshDrafts();
    },
  });
  return (
    <>
      {commitments.length === 0 && (
        <p className="muted">
          None. With a promise to a buyer or about a tier, a try says whether the draft keeps it, and never advises to
          launch one that breaks it.
        </p>
      )}
      <ul className="difference">
        {commitments.map((one, at) => {
          const text = commitmentText(one, subjects, currency);
          return (
            <li key={text} className="difference-head">
              <span>{text}</span>
              {isOpen && (
                <Button
                  variant="subtle"
                  size="compact-xs"
                  disabled={isPending}
                  aria-label={`Remove the commitment ${text}`}
                  onClick={() => mutate(commitments.filter((_, other) => other !== at))}
                >
                  Remove
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {isOpen && !isAdding && (
        <Button variant="subtle" size="compact-xs" onClick={() => setIsAdding(true)}>
          + Add a commitment
        </Button>
      )}
      {isAdding && (
        <AddCommitment
          subjects={subjects}
          currency={currency}
          isPending={isPending}
          onAdd={(one) => mutate([...commitments, one])}
          onCancel={() => setIsAdding(false)}
        />
      )}
      {error !== null && <Problem error={error} />}
    </>
  );
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
  const [isAsked, setIsAsked] = useState(false);
  const parsed = Commitment.safeParse(toCommitment(form));
  const submit = () => {
    setIsAsked(true);
    if (parsed.success) onAdd(parsed.data);
  };
  const ofKind = (kind: Subject['kind']) =>
    subjects.filter((one) => one.kind === kind).map((one) => ({ value: keyOf(one), label: one.name }));
  return (
    <InlineForm onSubmit={submit} onCancel={onCancel}>
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
        error={isAsked && form.subject === null ? 'choose one' : undefined}
        onChange={(key) => setForm({ ...form, subject: subjects.find((one) => keyOf(one) === key) ?? null })}
      />
      <Select
        label="Bound"
        w={100}
        allowDeselect={false}
        data={[
          { value: 'at_least', label: 'at least' },
          { value: 'at_most', label: 'at most' },
        ]}
        value={form.bound}
        onChange={(bound) => setForm({ ...form, bound: bound as CommitmentForm['bound'] })}
      />
      <NumberInput
        label="Value"
        w={90}
        min={0}
        error={isAsked && form.value === null ? 'a number' : undefined}
        onChange={(value) => setForm({ ...form, value: value === '' ? null : Number(value) })}
      />
      <Select
        label="Figure"
        w={150}
        allowDeselect={false}
        data={[
          { value: 'wins', label: 'wins a day' },
          { value: 'net', label: `${currency} net a day` },
          { value: 'share_of_net', label: '% of the net' },
        ]}
        value={form.figure}
        onChange={(figure) => setForm({ ...form, figure: figure as CommitmentForm['figure'] })}
      />
      <Button type="submit" loading={isPending}>
        Add
      </Button>
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
      {isAsked && !parsed.success && form.subject !== null && form.value !== null && (
        <span className="loss">{parsed.error.issues.map(({ message }) => message).join('; ')}</span>
      )}
    </InlineForm>
  );
}
