import { Button, Checkbox } from '@mantine/core';
import { usePlace } from '../../address/place.ts';
import { rangeText } from '../../figure/date.ts';
import { Problem, Waiting } from '../../part/kit.tsx';
import { NoReturningUsers, RecordedText, Tries, ComparisonProgress } from '../../comparison/progress.tsx';
import { useRecorded } from '../../comparison/use-comparison.ts';
import { Verdict } from '../../comparison/verdict.tsx';
import type { DraftComparison } from './use-draft-comparison.ts';

interface TryItProps {
  readonly comparison: DraftComparison;
  /** Objects that the draft changes; null: not known yet. */
  readonly changes: number | null;
  /** Whether a try is what the draft waits for. */
  readonly isNext: boolean;
}

/** What the draft would have earned on recorded auctions: starts a comparison, shows its progress and verdict. */
export function TryIt({ comparison, changes, isNext }: TryItProps) {
  const { from, to, session } = usePlace();
  const { recorded, isPending, error } = useRecorded();
  const { simulation, report, isStale } = comparison;
  const isGoing = simulation?.state === 'queued' || simulation?.state === 'running';
  const isFirst = comparison.chosen === null;
  const mayTry = session.scopes.includes('write');
  const because = !mayTry
    ? 'Your user may look at tries, and start none.'
    : changes === 0
      ? 'The draft changes nothing yet.'
      : null;
  const canStart = because === null && recorded.auctions > 0 && !isGoing;
  return (
    <div className="draft-try">
      <div className="draft-try-start">
        <Button
          id="try"
          variant={isNext ? 'filled' : 'default'}
          disabled={!canStart}
          loading={comparison.isStarting}
          onClick={comparison.start}
        >
          {isFirst ? 'Try it' : 'Try again'}
        </Button>
        <span className="muted">on {rangeText(from, to)}: </span>
        {error !== null ? <Problem error={error} /> : isPending ? null : <RecordedText recorded={recorded} />}
      </div>
      <NoReturningUsers isDeclared={comparison.noUnits} onChange={comparison.declareNoUnits} />
      {comparison.measured !== null && (
        <Checkbox
          size="xs"
          checked={comparison.isAnswered}
          onChange={({ currentTarget: { checked } }) => comparison.reckonWithAnswer(checked)}
          label={`Include how buyers reacted in ${comparison.measured.name}`}
          description="The try then also says what the draft would earn if buyers change their bids with their minimums as that live test measured."
        />
      )}
      {because !== null && <p className="muted">{because}</p>}
      {comparison.startError !== null && <Problem error={comparison.startError} />}
      {comparison.error !== null && <Problem error={comparison.error} />}
      {isStale && (
        <p className="warn" role="status">
          ⚠ The draft or its promises have changed since this try: its verdict is about what they were then.
        </p>
      )}
      {comparison.isPending && comparison.error === null && <Waiting rows={5} />}
      {simulation !== null && <ComparisonProgress simulation={simulation} />}
      {report !== null && <Verdict report={report} isStale={isStale} />}
      {isFirst && !comparison.isPending && (
        <p className="muted">
          A try decides the recorded auctions of the chosen days once under the live tiers and once under the draft. It
          says what the draft would have earned, how sure that is, and who is affected. No auction is touched.
        </p>
      )}
      <Tries
        tries={comparison.tries}
        chosen={comparison.chosen}
        current={comparison.current}
        onChoose={comparison.choose}
      />
    </div>
  );
}
