import './buyers.css';
import type { ReportBreakdown } from '@auction-tiers/contract';
import { Button, Select, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { useAddress, usePlace } from '../../address/place.ts';
import { counted, countText, percentColumn } from '../../figure/count.ts';
import { rangeText } from '../../figure/date.ts';
import { ChartStyle, Drawing } from '../../part/chart.tsx';
import { DataTable } from '../../part/data-table.tsx';
import { type Fit, withFirst } from '../../part/fit-columns.ts';
import { Empty, PlainButton, Problem, Reading, Room } from '../../part/kit.tsx';
import { BySelect, ValueTable } from '../../report/by-value.tsx';
import { SampleNote } from '../../sample/sample-note.tsx';
import { AddBuyer } from './add-buyer.tsx';
import { BuyerPanel } from './buyer-panel.tsx';
import type { BuyerRow } from './row/buyer-row.ts';
import {
  readBuyersSearch,
  shownRows,
  type Sort,
  type SortId,
  sorts,
  keptSort,
  usualSort,
} from './row/buyers-search.ts';
import { useBuyers } from './use-buyers.ts';
import { sparkLineHtml } from '@auction-tiers/chart';
import { figures } from '@auction-tiers/contract/glossary';
import { cpmColumn, cpmIn, earnedColumn, signedText } from '../../figure/figures.ts';
import { type Column, numberColumn, wonOf } from '../../part/column.ts';
import { weekWords } from './row/buyer-words.ts';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { PlainTable } from '../../part/plain-table.tsx';
import { freshMs } from '../../report/use-report.ts';
import { changeMember } from '../../service/change-member.ts';
import { trpc } from '../../service/trpc.ts';
import { isManager } from '../../words/access.ts';
import { likelyBuyer } from './row/likely-buyer.ts';

const noRows: readonly BuyerRow[] = [];

/** Every buyer of the report and of the directory, and one of them beside the table. */
export function BuyersRoom(): React.ReactNode {
  const { session, from, to, currency } = usePlace();
  const isAdmin = session.role === 'admin';
  const [isAdding, setIsAdding] = useState(false);
  const [by, setBy] = useState<ReportBreakdown | null>(null);
  const { rows, view, isReading, error } = useBuyers();
  const [address, change] = useAddress<'/buyers'>();
  const search = useMemo(() => readBuyersSearch(address), [address]);
  const shown = useMemo(() => shownRows(rows ?? noRows, search), [rows, search]);
  const columns = useMemo(() => buyerColumns(currency, rangeText(from, to)), [currency, from, to]);
  const opened = rows?.find(({ key }) => key === search.buyer) ?? null;
  const before = useRef<Element | null>(null);
  const open = ({ key, id }: BuyerRow, replace: boolean) => {
    before.current ??= document.activeElement;
    change({ buyer: id ?? key }, { replace });
  };
  const close = () => {
    change({ buyer: undefined });
    if (before.current instanceof HTMLElement) before.current.focus();
    before.current = null;
  };
  return (
    <Room
      title="Buyers"
      isWide
      head={
        <>
          <TextInput
            data-search
            aria-label="Search by name or id"
            placeholder="Name or number"
            w={220}
            value={search.q}
            onChange={(event) => change({ q: event.currentTarget.value || undefined }, { replace: true })}
          />
          <BySelect by={by} onChange={setBy} none="by buyer" />
          {rows !== null && (
            <span className="muted" role="status">
              {shown.length === rows.length
                ? counted(rows.length, 'buyer')
                : `${countText(shown.length)} of ${counted(rows.length, 'buyer')}`}
              , {rangeText(from, to)}
            </span>
          )}
          <UnknownSeatsLink />
          {isAdmin && !isAdding && rows?.length !== 0 && (
            <PlainButton onClick={() => setIsAdding(true)}>New buyer</PlainButton>
          )}
          {!isAdmin && (
            <span className="muted">Is a buyer missing? The administrator of this installation adds it.</span>
          )}
        </>
      }
    >
      <ChartStyle />
      <Reading data={rows} error={error} rows={12} />
      {isAdding && (
        <div className="buyer-add">
          <AddBuyer
            onAdded={(buyer) => {
              setIsAdding(false);
              change({ buyer, q: undefined });
            }}
            onCancel={() => setIsAdding(false)}
          />
        </div>
      )}
      {rows?.length === 0 && (
        <Empty
          picture="rows"
          action={
            isAdmin ? (
              <Button onClick={() => setIsAdding(true)}>Add a buyer</Button>
            ) : (
              <Button component={Link} to="/today" search>
                To the first steps
              </Button>
            )
          }
        >
          No buyer has bid in these days, and the directory of buyers is empty.{' '}
          {isAdmin ? 'Add the first one: tiers name buyers.' : 'The administrator of this installation adds buyers.'}
        </Empty>
      )}
      {by !== null && <ValueTable by={by} />}
      {by === null && rows !== null && rows.length > 0 && (
        <div className="with-side-panel">
          <div className="side-panel-list" aria-busy={isReading && error === null}>
            {shown.length === 0 ? (
              <Empty action={<Button onClick={() => change({ q: undefined })}>Show all buyers</Button>}>
                No buyer has “{search.q}” in its name or as its id.
              </Empty>
            ) : (
              <DataTable
                label="Buyers"
                rows={shown}
                columns={columns}
                idOf={({ key }) => key}
                current={opened?.key ?? null}
                fit={buyersFit}
                sort={search.sort}
                onSort={(sort) => change({ sort: keptSort((sort as Sort | null) ?? usualSort) })}
                onOpen={(row) => open(row, opened !== null)}
                onKey={(event) => {
                  if (event.key === 'Escape') close();
                }}
              />
            )}
            <SampleNote view={view} />
          </div>
          {opened !== null && <BuyerPanel key={opened.key} row={opened} onClose={close} />}
        </div>
      )}
      {rows !== null && <UnknownSeats buyers={rows} />}
    </Room>
  );
}

type Numbers = Omit<Parameters<typeof numberColumn<BuyerRow>>[0], 'id' | 'of'>;

const column = (id: Exclude<SortId, 'name'>, rest: Numbers): Column<BuyerRow> =>
  numberColumn({ id, of: sorts[id], ...rest });

/** Columns that are left out where there is no room: the panel of a buyer has them. A phone scrolls. */
const buyersFit: Fit<BuyerRow> = {
  leftOut: ['excluded', 'below_floor', 'p90', 'median', 'week', 'win_rate', 'bids', 'course'],
  narrow: (columns) => withFirst(columns, ['name', 'net', 'week']),
};

/** The table of buyers. Its figures are of the chosen days, but where a head says otherwise. */
const buyerColumns = (currency: string, days: string): readonly Column<BuyerRow>[] => [
  {
    id: 'name',
    sortBy: sorts.name,
    head: 'Buyer',
    width: 'minmax(170px, 1.5fr)',
    sum: (rows) => `${counted(rows.length, 'buyer')}, ${days}`,
    cell: ({ name, id, member }) => (
      <span className="cut" title={name}>
        {name} {id !== null && <span className="muted">{id}</span>}
        {member?.active === false && <span className="muted"> inactive</span>}
      </span>
    ),
  },
  column('bids', { head: 'Bids', figure: 'bids', width: '96px', show: countText, isSummed: true }),
  column('win_rate', {
    head: 'Won (%)',
    figure: 'win_rate',
    width: '72px',
    show: percentColumn,
    sum: (rows) =>
      wonOf(
        rows,
        ({ bids }) => bids,
        ({ won }) => won,
      ),
  }),
  column('net', {
    head: `Net (${currency})`,
    definition: `What the seller gets of the auctions that this buyer won, after the fee. The sum of ${days}`,
    width: '124px',
    show: earnedColumn,
    isSummed: true,
  }),
  column('week', {
    head: 'Week against the last (%)',
    definition: 'Net of the whole days among the last seven chosen ones, per day, against that of the week before',
    width: '116px',
    show: (change) => signedText(change, percentColumn),
  }),
  {
    id: 'course',
    head: '14 days',
    definition: `Net (${currency}) of each whole day of the two weeks up to the last chosen day`,
    width: 'minmax(88px, 1fr)',
    cell: ({ weeks }) => weeks !== null && <Drawing markup={sparkLineHtml(weeks.nets, weekWords(weeks, currency))} />,
    text: ({ weeks }) => (weeks?.nets ?? []).map(earnedColumn).join(' '),
  },
  column('median', {
    head: `Median net (${cpmIn(currency)})`,
    definition: `${figures.net_median.definition}. Of the recorded auctions`,
    width: '110px',
    show: cpmColumn,
  }),
  column('p90', {
    head: `90 % net (${cpmIn(currency)})`,
    definition: `${figures.net_p90.definition}. Of the recorded auctions`,
    width: '110px',
    show: cpmColumn,
  }),
  column('below_floor', {
    head: 'Below floor (%)',
    definition: `${figures.below_floor.definition}, of its bids in the recorded auctions`,
    width: '100px',
    show: percentColumn,
  }),
  column('excluded', { head: 'Excluded', figure: 'excluded', width: '100px', show: countText, isSummed: true }),
];

/** The seats that are no buyer's and have bid in the chosen days. */
function useUnknownSeats() {
  const { memberId, from, to } = usePlace();
  return useQuery(
    trpc.unknownSeat.list.queryOptions(
      { member_id: memberId, start_date: from, end_date: to },
      { staleTime: freshMs, refetchInterval: freshMs, placeholderData: keepPreviousData },
    ),
  );
}

/** The way from the head of the room to the seats that wait for a buyer. */
function UnknownSeatsLink() {
  const { member } = usePlace();
  const waiting = useUnknownSeats().data?.items.filter(
    ({ unknown_seat: seat = null }) => seat !== null && member.seats?.[seat] === undefined,
  );
  if (waiting === undefined || waiting.length === 0) return null;
  return (
    <a className="warn" href="#unknown-seats">
      {counted(waiting.length, 'seat')} without a buyer
    </a>
  );
}

/** The seats that are no buyer's, each with the buyer that it probably is, and a choice of all. */
function UnknownSeats({ buyers }: { readonly buyers: readonly BuyerRow[] }) {
  const { session, member, from, to, currency } = usePlace();
  const { data, error } = useUnknownSeats();
  const map = useMutation({
    mutationFn: ({ seat, buyer }: { readonly seat: string; readonly buyer: number | null }) =>
      changeMember(member.id, () => ({ seats: { [seat]: buyer } })),
  });
  if (error !== null) return <Problem error={error} />;
  if (data === undefined || data.items.length === 0) return null;
  const named = buyers.flatMap(({ id, name, member: known }) => (id === null || known === null ? [] : [{ id, name }]));
  const choices = named.map(({ id, name }) => ({ value: String(id), label: name }));
  const nameOf = (id: number) => named.find((one) => one.id === id)?.name ?? String(id);
  const isReader = !isManager(session);
  const buyerCell = (seat: string | null) => {
    if (seat === null) return null;
    const buyer = member.seats?.[seat];
    if (buyer !== undefined)
      return (
        <>
          {nameOf(buyer)}{' '}
          {!isReader && (
            <PlainButton
              aria-label={`Undo: ${seat} is not ${nameOf(buyer)}`}
              onClick={() => map.mutate({ seat, buyer: null })}
            >
              Undo
            </PlainButton>
          )}
        </>
      );
    if (isReader) return null;
    const likely = likelyBuyer(seat, named);
    return (
      <div className="room-tools">
        {likely !== null && (
          <PlainButton
            aria-label={`${seat}: it is ${likely.name}`}
            onClick={() => map.mutate({ seat, buyer: likely.id })}
          >
            It is {likely.name}
          </PlainButton>
        )}
        <Select
          aria-label={`Buyer of ${seat}`}
          placeholder={likely === null ? 'Which buyer is it?' : 'Another buyer'}
          searchable
          data={choices}
          value={null}
          onChange={(id) => id !== null && map.mutate({ seat, buyer: Number(id) })}
        />
      </div>
    );
  };
  return (
    <section aria-labelledby="unknown-seats">
      <h2 id="unknown-seats">Unknown seats</h2>
      <p className="muted">
        These seats are not in the directory, so no tier takes their bids. Choose which buyer a seat is: its next bids
        count as that buyer’s. {isReader && `The managers of ${member.name} do this. `}All groups of sites,{' '}
        {rangeText(from, to)}.
      </p>
      {map.error !== null && <Problem error={map.error} />}
      <PlainTable
        label="Unknown seats"
        isStacked
        rows={data.items}
        idOf={({ unknown_seat: seat }) => seat ?? ''}
        columns={[
          { head: 'Seat', cell: ({ unknown_seat: seat }) => seat ?? others },
          { head: 'Bids', figure: 'bids', cell: ({ bids }) => countText(bids) },
          { head: 'Won', figure: 'won', cell: ({ won }) => countText(won) },
          { head: `Net (${currency})`, name: 'Net', figure: 'net', cell: ({ net }) => earnedColumn(Number(net)) },
          { head: 'Buyer', cell: ({ unknown_seat: seat }) => buyerCell(seat ?? null) },
        ]}
      />
    </section>
  );
}

const others = <span className="muted">all others</span>;
