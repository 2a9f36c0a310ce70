import './experiments.css';
import type { Experiment } from '@auction-tiers/contract';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { usePlace } from '../../address/place.ts';
import { pageOnly } from '../../address/search.ts';
import { momentColumn, msOf } from '../../figure/date.ts';
import { Empty, Problem } from '../../part/problem.tsx';
import { Block, Room, Waiting } from '../../part/room.tsx';
import { OneExperiment } from './one-experiment.tsx';
import { useShownExperiment } from '../../experiment/use-experiments.ts';
import { designWords, stateWords } from './words.ts';

/** Drafts on live auctions: the running experiment, and the earlier ones. */
export function ExperimentsRoom(): React.ReactNode {
  const { experiments, shown, isPending, error } = useShownExperiment();
  return (
    <Room title="Live tests">
      {error !== null && <Problem error={error} />}
      {isPending && error === null && <Waiting rows={10} />}
      {!isPending && shown === null && <None />}
      {shown !== null && <OneExperiment key={shown.id} experiment={shown} />}
      {experiments.length > 1 && <Past experiments={experiments} shown={shown} />}
    </Room>
  );
}

function None() {
  const { ymProfile } = usePlace();
  return (
    <Empty
      action={
        <Button
          renderRoot={(props) => (
            <Link {...props} to="/draft" search={(all) => ({ ...pageOnly(all), ym: ymProfile.id })} />
          )}
        >
          Go to the draft
        </Button>
      }
    >
      A try shows what other tiers would have made of the bids that came. A live test shows how buyers react: the draft
      decides a share of the live auctions, within a limit in money that you set. Start one under Draft, with Test live.
    </Empty>
  );
}

interface PastProps {
  readonly experiments: readonly Experiment[];
  readonly shown: Experiment | null;
}

function Past({ experiments, shown }: PastProps) {
  const { timeZone } = usePlace();
  return (
    <Block title="All live tests">
      <div className="scrolls" role="region" aria-label="Live tests" tabIndex={0}>
        <table className="plain-table" aria-label="All live tests">
          <thead>
            <tr>
              <th>Name</th>
              <th>Design</th>
              <th>State</th>
              <th>Started ({timeZone})</th>
            </tr>
          </thead>
          <tbody>
            {experiments.map((one) => (
              <tr key={one.id} aria-current={one.id === shown?.id}>
                <th scope="row">
                  <Link to="/draft/tests" search={(all) => ({ ...all, experiment: one.id })}>
                    {one.name}
                  </Link>
                </th>
                <td>{designWords[one.design].name}</td>
                <td>
                  {stateWords[one.state]}
                  {one.outcome !== null && `, ${one.outcome === 'publish' ? 'published' : 'dropped'}`}
                </td>
                <td>{one.start_at === null ? 'not yet' : momentColumn(msOf(one.start_at), timeZone)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Block>
  );
}
