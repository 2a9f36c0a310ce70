import { Button, Checkbox } from '@mantine/core';
import { usePlace } from '../../address/place.ts';
import { rangeText } from '../../figure/date.ts';
import { Problem } from '../../part/problem.tsx';
import { Waiting } from '../../part/room.tsx';
import { NoReturningUsers, RecordedText, Tries, TrialProgress } from '../../trial/progress.tsx';
import { useRecorded } from '../../trial/use-trial.ts';
import { Verdict } from '../../trial/verdict.tsx';
import type { DraftTrial } from './use-draft-trial.ts';

interface TryItProps {
  readonly trial: DraftTrial;
  /** Objects that the draft changes; null: not known yet. */
  readonly changes: number | null;
}

/** What the draft would have earned on recorded auctions: starts a comparison, shows its progress and verdict. */
export function TryIt({ trial, changes }: TryItProps) {
  const { from, to, timeZone, session } = usePlace();
  const { recorded, isPending, error } = useRecorded();
  const { simulation, report, isStale } = trial;
  const isGoing = simulation?.state === 'queued' || simulation?.state === 'running';
  const isFirst = trial.chosen === null;
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
          variant={isFirst || isStale ? 'filled' : 'default'}
          disabled={!canStart}
          loading={trial.isStarting}
          onClick={trial.start}
        >
          {isFirst ? 'Try it' : 'Try again'}
        </Button>
        <span className="muted">
          on {rangeText(from, to)} ({timeZone}):{' '}
        </span>
        {error !== null ? <Problem error={error} /> : isPending ? null : <RecordedText recorded={recorded} />}
      </div>
      <NoReturningUsers isDeclared={trial.noUnits} onChange={trial.declareNoUnits} />
      {trial.measured !== null && (
        <Checkbox
          size="xs"
          checked={trial.isAnswered}
          onChange={({ currentTarget: { checked } }) => trial.reckonWithAnswer(checked)}
          label={`Reckon with how buyers answered in ${trial.measured.name}`}
          description="The try then also says what the draft would earn if buyers change their bids with their minimums as that experiment measured it."
        />
      )}
      {because !== null && <p className="muted">{because}</p>}
      {trial.startError !== null && <Problem error={trial.startError} />}
      {trial.error !== null && <Problem error={trial.error} />}
      {isStale && (
        <p className="warn" role="status">
          ⚠ The draft or its commitments have changed since this try: its verdict is about what they were then.
        </p>
      )}
      {trial.isPending && trial.error === null && <Waiting rows={5} />}
      {simulation !== null && <TrialProgress simulation={simulation} />}
      {report !== null && <Verdict report={report} isStale={isStale} />}
      {isFirst && !trial.isPending && (
        <p className="muted">
          A try decides the recorded auctions of the chosen days once under the live tiers and once under the draft. It
          says what the draft would have earned, how sure that is, and who feels it. No auction is touched.
        </p>
      )}
      <Tries tries={trial.tries} chosen={trial.chosen} current={trial.current} onChoose={trial.choose} />
    </div>
  );
}
