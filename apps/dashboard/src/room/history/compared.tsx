import type { HistoryStep } from '@auction-tiers/contract';
import { useQuery } from '@tanstack/react-query';
import { usePlace } from '../../address/place.ts';
import { Difference, sizeOf } from '../../difference/difference.tsx';
import { profileNames } from '../../difference/field-words.ts';
import { useLive } from '../../draft/use-draft.ts';
import { momentColumn, momentOfClock, msOf, utcText } from '../../figure/date.ts';
import { Block, Problem, Reading, SmallButton, Waiting } from '../../part/kit.tsx';
import { trpc } from '../../service/trpc.ts';

interface ComparedProps {
  readonly a: string;
  /** Null: `a` is compared with what is live. */
  readonly b: string | null;
  readonly steps: readonly HistoryStep[];
  /** What the earlier moment is called; otherwise by its step. */
  readonly name?: string;
  readonly onChange: (some: { readonly a: undefined; readonly b: undefined; readonly as_of: undefined }) => void;
}

/** What has changed between two moments. */
export function Compared({ a, b, steps, name, onChange }: ComparedProps) {
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
          From {name ?? nameOf(a)} to {b === null ? 'now' : nameOf(b)} <span className="muted">({timeZone})</span>{' '}
          <SmallButton onClick={() => onChange({ a: undefined, b: undefined, as_of: undefined })}>Close</SmallButton>
        </>
      }
    >
      {b === null && name === undefined && (
        <p className="muted">Choose Compare at another step to compare these two.</p>
      )}
      <Reading data={data} error={error} rows={3} />
      {data !== undefined && (
        <>
          {sizeOf(data) === 0 && <p className="muted">No difference.</p>}
          <Difference difference={data} profileName={profileNames(live?.profiles ?? [])} />
        </>
      )}
    </Block>
  );
}

interface AsOfProps extends Pick<ComparedProps, 'onChange'> {
  /** A time of the member's clock: `2026-11-28T18:00`. */
  readonly time: string;
}

/** What has changed since a moment, whether or not a step was made then. */
export function AsOf({ time, onChange }: AsOfProps) {
  const { ymProfile, memberId, timeZone } = usePlace();
  const ms = momentOfClock(time, timeZone) ?? 0;
  const { data, error } = useQuery(
    trpc.ymProfile.history.queryOptions({
      id: ymProfile.id,
      member_id: memberId,
      end_date: utcText(ms),
      num_elements: 1,
    }),
  );
  if (error !== null) return <Problem error={error} />;
  if (data === undefined) return <Waiting rows={3} />;
  const [step] = data.items;
  if (step === undefined) return <p className="muted">Nothing was there yet on {momentColumn(ms, timeZone)}.</p>;
  return (
    <Compared a={step.revision} b={null} steps={data.items} name={momentColumn(ms, timeZone)} onChange={onChange} />
  );
}
