import './experiments.css';
import type { Experiment } from '@auction-tiers/contract';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { usePlace } from '../../address/place.ts';
import { momentColumn, msOf } from '../../figure/date.ts';
import { PlainTable } from '../../part/plain-table.tsx';
import { Block, Empty, Reading, Room } from '../../part/kit.tsx';
import { OneExperiment } from './one-experiment.tsx';
import { useShownExperiment } from '../../experiment/use-experiments.ts';
import { designWords, stateWords } from './words.ts';

/** Drafts on live auctions: the running experiment, and the earlier ones. */
export function ExperimentsRoom(): React.ReactNode {
  const { experiments, shown, isPending, error } = useShownExperiment();
  return (
    <Room title="Live tests">
      <Reading data={isPending ? null : experiments} error={error} rows={10} />
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
        <Button renderRoot={(props) => <Link {...props} to="/draft" search={{ ym: ymProfile.id }} />}>
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
      <PlainTable
        label="All live tests"
        region="Live tests"
        rows={experiments}
        idOf={({ id }) => id}
        isCurrent={({ id }) => id === shown?.id}
        columns={[
          { head: 'Name', isName: true, cell: nameCell },
          { head: 'Design', cell: ({ design }) => designWords[design].name },
          {
            head: 'State',
            cell: ({ state, outcome }) =>
              outcome === null
                ? stateWords[state]
                : `${stateWords[state]}, ${outcome === 'publish' ? 'published' : 'dropped'}`,
          },
          {
            head: `Started (${timeZone})`,
            cell: ({ start_at: start }) => (start === null ? 'not yet' : momentColumn(msOf(start), timeZone)),
          },
        ]}
      />
    </Block>
  );
}

const nameCell = ({ id, name }: Experiment) => (
  <Link to="/draft/tests" search={(all) => ({ ...all, experiment: id })}>
    {name}
  </Link>
);
