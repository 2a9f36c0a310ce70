import './comparison.css';
import type { Simulation } from '@auction-tiers/contract';
import { Button, Checkbox, Progress } from '@mantine/core';
import { counted, countText, percentText } from '../figure/count.ts';
import type { ReactNode } from 'react';
import { usePlace } from '../address/place.ts';
import { happenedText, momentText, msOf, rangeText, useNow } from '../figure/date.ts';
import { Problem } from '../part/kit.tsx';
import { plainOr } from '../saying/plain-words.ts';
import type { Recorded } from './period.ts';
import { type Trying, useRecorded } from './use-comparison.ts';

/** A comparison that goes on, or that has failed. One that is done shows its verdict instead. */
export function ComparisonProgress({ simulation }: { readonly simulation: Simulation }) {
  if (simulation.state === 'failed') {
    return (
      <Problem
        error={
          new Error(`the comparison has failed: ${plainOr(simulation.error ?? '', 'try it again, or with fewer days')}`)
        }
      />
    );
  }
  if (simulation.state === 'done') return null;
  const share = simulation.progress;
  const isAdvice = simulation.kind === 'advice';
  const doing = isAdvice ? adviceWords(share) : 'Comparing the auctions';
  const words = simulation.state === 'queued' ? 'Waiting for its turn' : `${doing}: ${percentText(share)}`;
  return (
    <div className="comparison-progress" role="status">
      <span>{words}</span>
      <Progress value={share * 100} aria-label="Progress of the comparison" />
      <span className="muted">
        You can leave this page; {isAdvice ? 'the work' : 'the comparison'} continues and is kept for 30 days.
      </span>
    </div>
  );
}

/** What advice is doing at a part of its work, whose parts `simulate advise` divides. */
const adviceWords = (share: number): string =>
  share < 0.4
    ? 'Reading the recorded auctions'
    : share < 0.5
      ? 'Choosing changes'
      : share < 0.8
        ? 'Trying the changes'
        : 'Weighing what they bring';

/** How many recorded auctions the chosen days have, or what to do where there are none. */
function RecordedText({ recorded: { auctions, estimate } }: { readonly recorded: Recorded }) {
  if (auctions === 0) {
    return (
      <span className="warn">
        No auction of these days is recorded here, so there is nothing to try it on. Choose other days above.
      </span>
    );
  }
  return (
    <span className="muted">
      {counted(auctions, 'recorded auction')}
      {partText(auctions / estimate)}
    </span>
  );
}

/** How large a part of all auctions is recorded, behind their number; empty: nearly all. */
export function partText(share: number): string {
  if (share > 0.995) return '';
  return share > 0.5 ? `, about ${percentText(share)} of all` : `, about one in ${countText(Math.round(1 / share))}`;
}

interface TryLineProps {
  readonly trying: Trying;
  readonly id?: string;
  readonly isFirst: boolean;
  /** What the button says at first and later. */
  readonly words?: readonly [first: string, again: string];
  /** Whether a try is what the user is to do next. */
  readonly isNext?: boolean;
  /** Whether there is something to try, and the user may. */
  readonly mayTry?: boolean;
  /** Further options. */
  readonly options?: ReactNode;
  /** What stands at the end of the line. */
  readonly children?: ReactNode;
}

/** How a try goes, and in one line the button that makes the next one, of which auctions, and folded its options. */
export function TryLine(props: TryLineProps) {
  const { trying, id, isFirst, isNext = false, mayTry = true, options, children } = props;
  const [first, again] = props.words ?? ['Try it', 'Try again'];
  const { from, to } = usePlace();
  const { recorded, isPending, error } = useRecorded();
  return (
    <>
      {trying.simulation !== null && <ComparisonProgress simulation={trying.simulation} />}
      {trying.startError !== null && <Problem error={trying.startError} />}
      {trying.error !== null && <Problem error={trying.error} />}
      <div className="try-line">
        <Button
          id={id}
          variant={isNext ? 'filled' : 'default'}
          size={isNext ? 'sm' : 'compact-sm'}
          disabled={!mayTry || recorded.auctions === 0 || trying.isGoing}
          loading={trying.isStarting}
          onClick={trying.start}
        >
          {isFirst ? first : again}
        </Button>
        <span className="muted">on {rangeText(from, to)}:</span>
        {error !== null ? <Problem error={error} /> : isPending ? null : <RecordedText recorded={recorded} />}
        <details>
          <summary>Options</summary>
          {/* Only the seller knows: returning users make a gain look surer than it is, unless auctions name them. */}
          <Checkbox
            checked={trying.noUnits}
            onChange={({ currentTarget: { checked } }) => trying.declareNoUnits(checked)}
            label="No user returns in these auctions"
            description="Leave it unchecked unless you are sure: where auctions name no user, people who come back can make chance look like a gain."
          />
          {options}
        </details>
        {children}
      </div>
    </>
  );
}

interface TriesProps {
  readonly tries: readonly Simulation[];
  readonly chosen: number | null;
  /** The comparison of exactly the present content. */
  readonly current: number | null;
  readonly choose: (id: number) => void;
}

/** Earlier comparisons, the newest first. */
export function Tries({ tries, chosen, current, choose }: TriesProps) {
  const now = useNow();
  if (tries.length === 0) return null;
  return (
    <details>
      <summary>
        {countText(tries.length)} {tries.length === 1 ? 'try' : 'tries'}
      </summary>
      <ul className="plain-list">
        {tries.map(({ id, state, created_on: created, user }) => (
          <li key={id}>
            <Button
              variant={id === chosen ? 'light' : 'subtle'}
              size="compact-xs"
              aria-pressed={id === chosen}
              onClick={() => choose(id)}
              title={momentText(msOf(created))}
            >
              {happenedText(msOf(created), now)} by {user}
            </Button>{' '}
            <span className="muted">
              {state}
              {id === current ? ', of this content' : ''}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
