import type { HistoryStep } from '@auction-tiers/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { usePlace } from '../../address/place.ts';
import { Difference, sizeOf } from '../../difference/difference.tsx';
import { profileNames } from '../../difference/field-words.ts';
import { useLive } from '../../draft/use-draft.ts';
import { momentColumn, msOf } from '../../figure/date.ts';
import { Problem } from '../../part/problem.tsx';
import { Block, Waiting } from '../../part/room.tsx';
import { trpc } from '../../service/trpc.ts';

interface ComparedProps {
  readonly a: string;
  /** Null: `a` is compared with what is live. */
  readonly b: string | null;
  readonly steps: readonly HistoryStep[];
  readonly onChange: (some: { readonly a: undefined; readonly b: undefined }) => void;
}

/** What has changed between two moments. */
export function Compared({ a, b, steps, onChange }: ComparedProps) {
  const { ymProfile, memberId, timeZone } = usePlace();
  const { live } = useLive();
  const to = b ?? live?.revision ?? '';
  const { data, error } = useQuery(
    trpc.ymProfile.diff.queryOptions(
      { id: ymProfile.id, member_id: memberId, from: a, to },
      { enabled: to !== '', retry: false },
    ),
  );
  const nameOf = (revision: string) => {
    const time = steps.find((step) => step.revision === revision)?.time;
    return time === undefined ? revision : momentColumn(msOf(time), timeZone);
  };
  return (
    <Block
      title={
        <>
          From {nameOf(a)} to {b === null ? 'now' : nameOf(b)} <span className="muted">({timeZone})</span>{' '}
          <Button variant="subtle" size="compact-xs" onClick={() => onChange({ a: undefined, b: undefined })}>
            Close
          </Button>
        </>
      }
    >
      {b === null && <p className="muted">Choose Compare at another step to compare these two.</p>}
      {error !== null && <Problem error={error} />}
      {data === undefined && error === null && <Waiting rows={3} />}
      {data !== undefined && (
        <>
          {sizeOf(data) === 0 && <p className="muted">No difference.</p>}
          <Difference difference={data} profileName={profileNames(live?.profiles ?? [])} />
        </>
      )}
    </Block>
  );
}
