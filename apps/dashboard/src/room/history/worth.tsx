import type { TierSetFile } from '@auction-tiers/contract';
import { useState } from 'react';
import { usePlace } from '../../address/place.ts';
import { rangeText } from '../../figure/date.ts';
import { PlainButton, Problem } from '../../part/kit.tsx';
import { Felt, Verdict } from '../../comparison/verdict.tsx';
import { NoReturningUsers, RecordedText, ComparisonProgress } from '../../comparison/progress.tsx';
import { useRecorded, useStartComparison, useComparison } from '../../comparison/use-comparison.ts';
import type { Content } from '../../draft/content.ts';

interface WorthProps {
  /** The tiers that would be live. */
  readonly past: TierSetFile | Content;
  /** The comparison that was started for it; null: none. */
  readonly trial: number | null;
  readonly onChange: (some: { readonly trial: number }) => void;
}

/** What other tiers would have earned on recorded auctions, against the live ones. */
export function Worth({ past, trial, onChange }: WorthProps) {
  const { from, to } = usePlace();
  const { recorded, isPending, error } = useRecorded();
  const starting = useStartComparison();
  const { simulation, report, error: failure } = useComparison(trial);
  const [declared, setDeclared] = useState<boolean | null>(null);
  const no_units = declared ?? simulation?.no_units ?? false;
  const start = () => starting.mutate({ draft: past, no_units }, { onSuccess: ({ id }) => onChange({ trial: id }) });
  const isGoing = simulation?.state === 'queued' || simulation?.state === 'running';
  return (
    <section className="worth" aria-label="What this is worth">
      <div className="history-row">
        <PlainButton disabled={recorded.auctions === 0 || isGoing} loading={starting.isPending} onClick={start}>
          {report === null ? 'Try it' : 'Try again'}
        </PlainButton>
        <span className="muted">on {rangeText(from, to)}:</span>
        {error !== null ? <Problem error={error} /> : isPending ? null : <RecordedText recorded={recorded} />}
      </div>
      <NoReturningUsers isDeclared={no_units} onChange={setDeclared} />
      {starting.error !== null && <Problem error={starting.error} />}
      {failure !== null && <Problem error={failure} />}
      {simulation !== null && <ComparisonProgress simulation={simulation} />}
      {report !== null && (
        <div className="worth-columns">
          <Verdict report={report} isStale={false} />
          <Felt report={report} which="live" />
        </div>
      )}
    </section>
  );
}
