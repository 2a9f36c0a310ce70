import './buyers.css';
import type { ReportBreakdown } from '@auction-tiers/contract';
import { Button, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { usePlace } from '../../address/place.ts';
import { countText, counted } from '../../figure/count.ts';
import { rangeText } from '../../figure/date.ts';
import { ChartStyle } from '../../part/chart.tsx';
import { DataTable } from '../../part/data-table.tsx';
import { Empty, PlainButton, Reading, Room } from '../../part/kit.tsx';
import { BySelect, ValueTable } from '../../report/by-value.tsx';
import { SampleNote } from '../../sample/sample-note.tsx';
import { AddBuyer } from './add-buyer.tsx';
import { BuyerPanel } from './buyer-panel.tsx';
import { buyerColumns } from './columns.tsx';
import type { BuyerRow } from './row/buyer-row.ts';
import { readBuyersSearch, type Sort, shownRows, sortText, usualSort } from './row/buyers-search.ts';
import { UnknownSeats, UnknownSeatsLink } from './unknown-seats.tsx';
import { useBuyers } from './use-buyers.ts';
import { useAddress } from '../../address/use-change-address.ts';

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
            placeholder="/ search name or id"
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
                sort={search.sort}
                onSort={(sort) => change({ sort: sortText((sort as Sort | null) ?? usualSort) })}
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
