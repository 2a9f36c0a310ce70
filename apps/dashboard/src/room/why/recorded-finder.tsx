import { type FoundAuction, foundSorts, mostFound, searchedOutcomes } from '@auction-tiers/contract';
import { Select, type SelectProps } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { usePlace } from '../../address/place.ts';
import { countText } from '../../figure/count.ts';
import { momentColumn, momentInFile, secondColumn } from '../../figure/date.ts';
import { cpmColumn, cpmIn } from '../../figure/figures.ts';
import { type Column, numberColumn, readSort, sortText } from '../../part/column.ts';
import { DataTable } from '../../part/data-table.tsx';
import { Problem, Waiting } from '../../part/kit.tsx';
import type { Option } from '../../part/options.ts';
import { SampleNote } from '../../sample/sample-note.tsx';
import type { DecidingTiers } from '../../sample/tier-source.ts';
import {
  type Questions,
  useOpenAuction,
  useRecordedHours,
  useSample,
  useSampleAnswer,
} from '../../sample/use-sample.ts';
import { buyerChoices } from '../../words/buyer-names.ts';
import type { Body } from './explain-body.ts';
import type { Names } from './names.ts';
import { outcomeWords } from './verdict-words.ts';
import type { WhySearch } from './why-search.ts';
import { NumberField } from '../../part/form.tsx';

interface FinderProps {
  readonly tiers: DecidingTiers | null;
  readonly names: Names;
  readonly buyers: ReadonlyMap<number, string>;
  readonly search: WhySearch;
  readonly change: (change: WhySearch) => void;
  readonly choose: (body: Body, bid: string | undefined) => void;
  /** Whether a search may replace the shown auction: none is shown, or one from this list. */
  readonly isFollowed: boolean;
  /** Called after a click or Enter on a row, once its auction is shown. */
  readonly onChosen: () => void;
}

const outcomeChoices = searchedOutcomes.map((value) => ({
  value,
  label: value === 'lost' ? 'lost to another bid' : outcomeWords[value].word,
}));

/** Ids stand in the address as numbers. */
const toSought = (value: string | null) => (value === null ? undefined : /^\d+$/.test(value) ? Number(value) : value);

type Sort = NonNullable<NonNullable<Questions['find']>['sort']>;

/** Finds a recorded auction by buyer, tier, outcome, price and hour. */
export function RecordedFinder(props: FinderProps) {
  const { tiers, names, buyers, search, change, choose, isFollowed, onChosen } = props;
  const { currency } = usePlace();
  const days = useSample();
  const recorded = useRecordedHours(days.scope);
  // An hour that the sample of the days leaves out is read as a sample of its own.
  const view = useSample({ hour: search.hour });
  const sort = readSort(search.sort, foundSorts) ?? { id: 'time', desc: true };
  const find = {
    buyer_id: search.buyer,
    tier_id: search.tier,
    missed_tier_id: search.missed,
    outcome: search.outcome,
    net_from: search.netFrom,
    net_to: search.netTo,
    gross_from: search.grossFrom,
    gross_to: search.grossTo,
    sort: sortText(sort) as Sort,
  };
  const { data: answer, error, isPlaceholderData } = useSampleAnswer(view, tiers, { find });
  const data = answer?.found;
  // The rows of the search before stay until those of this one are found.
  const isOld = isPlaceholderData || data === undefined;
  const isSearching = view.state.state === 'reading' || (view.state.state === 'ready' && isOld && error === null);
  const openAuction = useOpenAuction(view, tiers);
  const open = useMutation({
    mutationFn: async ({ row: { id, bid } }: { readonly row: FoundAuction; readonly scope: object }) =>
      choose(await openAuction(id), bid?.id),
  });
  const show = (row: FoundAuction) => open.mutateAsync({ row, scope: view.scope });
  const opened = open.variables?.scope === view.scope ? open.variables.row.id : null;
  const first = data?.auctions[0];
  const wanted = JSON.stringify([find, search.hour]);
  const answered = useRef(wanted);
  useEffect(() => {
    if (isOld || answered.current === wanted) return;
    answered.current = wanted;
    // Keeps the shown auction if the search finds it, else shows the first one found.
    if (isFollowed && first !== undefined && data?.auctions.every(({ id }) => id !== opened))
      open.mutate({ row: first, scope: view.scope });
  });
  const columns = useMemo(() => columnsOf(names, cpmIn(currency)), [names, currency]);
  const hours = useMemo(
    () =>
      recorded.toReversed().map(({ hour, auctions }) => ({
        value: hour,
        label: `${momentColumn(Date.parse(hour))} (${countText(auctions)})`,
      })),
    [recorded],
  );
  const tierChoices = Array.from(tiers?.tiers ?? [], ([id, { name }]) => ({ value: String(id), label: name }));
  const filter = (
    name: 'buyer' | 'outcome' | 'tier' | 'missed' | 'hour',
    label: string,
    options: readonly Option[],
    more: SelectProps & { readonly 'data-search'?: boolean } = {},
  ) => (
    <Select
      label={label}
      placeholder="any"
      data={[...options]}
      value={search[name] === undefined ? null : String(search[name])}
      onChange={(value) => change({ [name]: toSought(value) })}
      searchable
      clearable
      w={220}
      {...more}
    />
  );
  return (
    <section aria-label="Find a recorded auction" aria-busy={isSearching}>
      <div className="why-filters">
        {filter('buyer', 'Buyer', buyerChoices(buyers), { 'data-search': true })}
        {filter('outcome', 'Outcome of its bid', outcomeChoices, { w: 180 })}
        {filter('tier', 'Tier that took it', tierChoices)}
        {filter('missed', 'Tier that did not take it', tierChoices, { description: 'but names its buyer' })}
        {prices.map(({ from, to, head }) => (
          <fieldset key={head} className="why-range">
            <legend>
              {head} ({cpmIn(currency)})
            </legend>
            {[from, to].map((name) => (
              <NumberField
                key={name}
                aria-label={`${head} (${cpmIn(currency)}) ${name === from ? 'from' : 'to'}`}
                placeholder={name === from ? 'from' : 'to'}
                min={0}
                w={72}
                value={search[name] ?? ''}
                onChange={(value) => change({ [name]: typeof value === 'number' ? value : undefined })}
              />
            ))}
          </fieldset>
        ))}
        {filter('hour', 'Hour', hours, { w: 200 })}
      </div>
      <SampleNote view={view} />
      {error !== null && <Problem error={error} />}
      {open.error !== null && <Problem error={open.error} />}
      {view.state.state !== 'empty' && view.state.state !== 'failed' && data === undefined && <Waiting rows={5} />}
      {data !== undefined && (
        <>
          <DataTable
            label="Recorded auctions"
            rows={data.auctions}
            columns={columns}
            idOf={({ id }) => id}
            current={opened}
            onOpen={(row) => void show(row).then(onChosen, () => {})}
            onMove={(row) => void show(row).catch(() => {})}
            onKey={(event, row) => {
              if (event.key === 'Enter') void show(row).then(onChosen, () => {});
            }}
            sort={sort}
            onSort={(next) => change({ sort: next === null ? undefined : sortText(next) })}
            isDense
            fit={foundFit}
            maxHeight="420px"
          />
          <p className="muted" role="status">
            {data.count === 0
              ? 'No recorded auction is like this. Leave out a condition, or choose other days.'
              : `${countText(data.count)} found${data.count > mostFound ? `; the first ${countText(mostFound)} of this order are listed` : ''}. As these tiers decide them now; ≠ marks those that ended differently at the time.`}
          </p>
        </>
      )}
    </section>
  );
}

const prices = [
  { from: 'netFrom', to: 'netTo', head: 'Net' },
  { from: 'grossFrom', to: 'grossTo', head: 'Gross' },
] as const;

/** Columns that are left out where there is no room: the answer beside the list has them. */
const foundFit = { leftOut: ['then', 'bids', 'pays', 'gross', 'winner', 'tier', 'net'] };

function columnsOf(names: Names, cpm: string): readonly Column<FoundAuction>[] {
  const price = (id: string, name: string, width: string, of: (row: FoundAuction) => number | null) =>
    numberColumn({ id, head: `${name} (${cpm})`, width, of, show: cpmColumn });
  return [
    {
      id: 'time',
      head: 'Time',
      width: '128px',
      text: ({ time_ms: timeMs }) => momentInFile(timeMs),
      sortBy: ({ time_ms: timeMs }) => timeMs,
      cell: ({ time_ms: timeMs }) => secondColumn(timeMs),
    },
    {
      id: 'buyer',
      head: 'Buyer',
      width: 'minmax(148px, 2fr)',
      cell: ({ bid }) => (bid === null ? '–' : names.buyer(bid.buyer_id)),
    },
    price('net', 'Net', '84px', ({ bid }) => bid?.net ?? null),
    price('gross', 'Gross', '84px', ({ bid }) => bid?.gross ?? null),
    {
      id: 'outcome',
      head: 'Outcome',
      width: '96px',
      cell: ({ bid }) => (bid === null ? 'no winner' : outcomeWords[bid.outcome].word),
    },
    {
      id: 'tier',
      head: 'Tier',
      width: 'minmax(180px, 3fr)',
      cell: ({ bid }) => (bid === null || bid.tier_id === null ? '–' : names.tier(bid.tier_id)),
    },
    {
      id: 'winner',
      head: 'Winner',
      width: 'minmax(148px, 2fr)',
      cell: ({ winner }) => (winner === null ? 'nobody' : names.buyer(winner.buyer_id)),
    },
    price('pays', 'Pays', '84px', ({ winner }) => winner?.pays ?? null),
    numberColumn({ id: 'bids', head: 'Bids', width: '60px', of: ({ bids }) => bids, show: String }),
    {
      id: 'then',
      head: 'Then',
      width: '60px',
      cell: ({ is_as_then: isAsThen }) =>
        isAsThen ? 'same' : <span title="Other tiers decided it then, with another winner or price">≠</span>,
    },
  ];
}
