import { NumberInput, Select } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { usePlace } from '../../address/place.ts';
import { searchedOutcomes } from '../../address/room-search.ts';
import { countText } from '../../figure/count.ts';
import { momentColumn, secondColumn } from '../../figure/date.ts';
import { cpmColumn, cpmIn, fromMicros, toMicros } from '../../figure/money.ts';
import { type Column, DataTable, figureWidth } from '../../part/data-table.tsx';
import { Problem } from '../../part/problem.tsx';
import { Waiting } from '../../part/room.tsx';
import {
  type FoundAuction,
  type FoundSort,
  foundSorts,
  mostFound,
  type PriceRange,
} from '../../sample/find-auctions.ts';
import { SampleNote } from '../../sample/sample-note.tsx';
import type { DecidingTiers } from '../../sample/tier-source.ts';
import { useSample, useSampleAnswer } from '../../sample/use-sample.ts';
import { buyerChoices } from '../../words/buyer-names.ts';
import type { Body } from './explain-body.ts';
import type { Names } from './names.ts';
import { outcomeWords } from './verdict-words.ts';
import type { WhySearch } from './why-search.ts';

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

const toId = (value: string | null) => (value === null ? undefined : Number(value));

/** A price range of the address for the sample; undefined: neither end is given. */
function rangeOf(from: number | undefined, to: number | undefined): PriceRange | undefined {
  if (from === undefined && to === undefined) return undefined;
  return {
    fromMicros: from === undefined ? undefined : toMicros(from),
    toMicros: to === undefined ? undefined : toMicros(to),
  };
}

function readSort(text: string | undefined): FoundSort {
  const [named, direction] = text?.split('.') ?? [];
  const id = foundSorts.find((one) => one === named);
  return id === undefined ? { id: 'time', desc: true } : { id, desc: direction === 'desc' };
}

/** Finds a recorded auction by buyer, tier, outcome, price and hour. */
export function RecordedFinder(props: FinderProps) {
  const { tiers, names, buyers, search, change, choose, isFollowed, onChosen } = props;
  const { timeZone, currency } = usePlace();
  const days = useSample();
  // An hour that the sample of the days leaves out is read as a sample of its own.
  const view = useSample({ hour: search.hour });
  const sort = readSort(search.sort);
  const filter = {
    buyerId: search.buyer,
    tierId: search.tier,
    missedTierId: search.missed,
    outcome: search.outcome,
    net: rangeOf(search.netFrom, search.netTo),
    gross: rangeOf(search.grossFrom, search.grossTo),
    sort,
  };
  const { data, error, isPlaceholderData } = useSampleAnswer(view, tiers, 'find', filter);
  // The rows of the search before stay until those of this one are found, and while further auctions are read.
  const isOld = isPlaceholderData || data === undefined;
  const isSearching = isOld || view.state.state === 'reading';
  const open = useMutation({
    mutationFn: async ({ row: { place, bid } }: { readonly row: FoundAuction; readonly sample: string }) => {
      const body = await view.sample.thread.ask('body', tiers!.key, tiers!.source, { place });
      choose(body, bid?.bidId);
    },
  });
  const show = (row: FoundAuction) => open.mutateAsync({ row, sample: view.sample.key });
  const opened = open.variables?.sample === view.sample.key ? open.variables.row.place : null;
  const first = data?.found[0];
  const wanted = JSON.stringify([filter, search.hour]);
  const answered = useRef(wanted);
  useEffect(() => {
    if (isOld || answered.current === wanted) return;
    answered.current = wanted;
    // Keeps the shown auction if the search finds it, else shows the first one found.
    if (isFollowed && first !== undefined && data?.found.every(({ place }) => place !== opened))
      open.mutate({ row: first, sample: view.sample.key });
  });
  const columns = useMemo(() => columnsOf(names, timeZone, cpmIn(currency)), [names, timeZone, currency]);
  const hours = useMemo(() => {
    const recorded = days.state.state === 'ready' ? days.state.recorded : [];
    return recorded.toReversed().map(({ hour, auctions }) => ({
      value: hour,
      label: `${momentColumn(Date.parse(hour), timeZone)} (${countText(auctions)})`,
    }));
  }, [days.state, timeZone]);
  const tierChoices = Array.from(tiers?.tiers ?? [], ([id, { name }]) => ({ value: String(id), label: name }));
  return (
    <section aria-label="Find a recorded auction" aria-busy={isSearching}>
      <div className="why-filters">
        <Select
          label="Buyer"
          placeholder="any"
          data={buyerChoices(buyers)}
          value={search.buyer === undefined ? null : String(search.buyer)}
          onChange={(id) => change({ buyer: toId(id) })}
          searchable
          clearable
          w={220}
          data-search
        />
        <Select
          label="Outcome of its bid"
          placeholder="any"
          data={outcomeChoices}
          value={search.outcome ?? null}
          onChange={(outcome) => change({ outcome: outcome ?? undefined })}
          searchable
          clearable
          w={180}
        />
        <Select
          label="Tier that took it"
          placeholder="any"
          data={tierChoices}
          value={search.tier === undefined ? null : String(search.tier)}
          onChange={(id) => change({ tier: toId(id) })}
          searchable
          clearable
          w={220}
        />
        <Select
          label="Tier that did not take it"
          description="but names its buyer"
          placeholder="any"
          data={tierChoices}
          value={search.missed === undefined ? null : String(search.missed)}
          onChange={(id) => change({ missed: toId(id) })}
          searchable
          clearable
          w={220}
        />
        {prices.map(({ from, to, head }) => (
          <fieldset key={head} className="why-range">
            <legend>
              {head} ({cpmIn(currency)})
            </legend>
            {[from, to].map((name) => (
              <NumberInput
                key={name}
                aria-label={`${head} (${cpmIn(currency)}) ${name === from ? 'from' : 'to'}`}
                placeholder={name === from ? 'from' : 'to'}
                min={0}
                hideControls
                w={72}
                value={search[name] ?? ''}
                onChange={(value) => change({ [name]: typeof value === 'number' ? value : undefined })}
              />
            ))}
          </fieldset>
        ))}
        <Select
          label={`Hour (${timeZone})`}
          placeholder="any"
          data={hours}
          value={search.hour ?? null}
          onChange={(hour) => change({ hour: hour ?? undefined })}
          searchable
          clearable
          w={240}
        />
      </div>
      <SampleNote view={view} />
      {error !== null && <Problem error={error} />}
      {open.error !== null && <Problem error={open.error} />}
      {view.state.state !== 'empty' && view.state.state !== 'failed' && data === undefined && <Waiting rows={5} />}
      {data !== undefined && (
        <>
          <DataTable
            label="Recorded auctions"
            rows={data.found}
            columns={columns}
            idOf={({ place }) => String(place)}
            current={opened === null ? null : String(opened)}
            onOpen={(row) => void show(row).then(onChosen, () => {})}
            onMove={(row) => void show(row).catch(() => {})}
            onKey={(event, row) => {
              if (event.key === 'Enter') void show(row).then(onChosen, () => {});
            }}
            sort={sort}
            onSort={(next) => change({ sort: next === null ? undefined : `${next.id}.${next.desc ? 'desc' : 'asc'}` })}
            isDense
            maxHeight="420px"
          />
          <p className="muted" role="status">
            {data.count === 0
              ? 'No recorded auction is like this. Leave out a condition, or choose other days.'
              : `${countText(data.count)} found${data.count > mostFound ? `; the first ${countText(mostFound)} of this order are listed` : ''}. As these tiers decide them now; ≠ marks those that ended otherwise then.`}
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

function columnsOf(names: Names, timeZone: string, cpm: string): readonly Column<FoundAuction>[] {
  const time = `Time (${timeZone})`;
  return [
    {
      id: 'time',
      head: time,
      width: figureWidth(140, [time]),
      sortBy: ({ timeMs }) => timeMs,
      cell: ({ timeMs }) => secondColumn(timeMs, timeZone),
    },
    {
      id: 'buyer',
      head: 'Buyer',
      width: 'minmax(110px, 2fr)',
      cell: ({ bid }) => (bid === null ? '–' : names.buyer(bid.buyerId)),
    },
    {
      id: 'net',
      head: `Net (${cpm})`,
      width: '120px',
      isNumber: true,
      sortBy: ({ bid }) => bid?.netMicros ?? null,
      cell: ({ bid }) => (bid === null ? '–' : cpmColumn(fromMicros(bid.netMicros))),
    },
    {
      id: 'gross',
      head: `Gross (${cpm})`,
      width: '130px',
      isNumber: true,
      sortBy: ({ bid }) => bid?.grossMicros ?? null,
      cell: ({ bid }) => (bid === null ? '–' : cpmColumn(fromMicros(bid.grossMicros))),
    },
    {
      id: 'outcome',
      head: 'Outcome',
      width: '110px',
      cell: ({ bid }) => (bid === null ? 'no winner' : outcomeWords[bid.outcome].word),
    },
    {
      id: 'tier',
      head: 'Tier',
      width: 'minmax(110px, 2fr)',
      cell: ({ bid }) => (bid === null || bid.tierId === null ? '–' : names.tier(bid.tierId)),
    },
    {
      id: 'winner',
      head: 'Winner',
      width: 'minmax(110px, 2fr)',
      cell: ({ winner }) => (winner === null ? 'nobody' : names.buyer(winner.buyerId)),
    },
    {
      id: 'pays',
      head: `Pays (${cpm})`,
      width: '120px',
      isNumber: true,
      sortBy: ({ winner }) => winner?.clearingMicros ?? null,
      cell: ({ winner }) => (winner === null ? '–' : cpmColumn(fromMicros(winner.clearingMicros))),
    },
    {
      id: 'bids',
      head: 'Bids',
      width: '60px',
      isNumber: true,
      sortBy: ({ bidCount }) => bidCount,
      cell: ({ bidCount }) => bidCount,
    },
    {
      id: 'then',
      head: 'Then',
      width: '60px',
      cell: ({ isAsThen }) =>
        isAsThen ? 'same' : <span title="Other tiers decided it then, with another winner or price">≠</span>,
    },
  ];
}
