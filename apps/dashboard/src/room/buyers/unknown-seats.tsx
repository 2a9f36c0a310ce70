import { Button, Select } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { usePlace } from '../../address/place.ts';
import { countText } from '../../figure/count.ts';
import { rangeText } from '../../figure/date.ts';
import { earnedColumn } from '../../figure/money.ts';
import { FigureHead } from '../../part/definition.tsx';
import { Problem } from '../../part/problem.tsx';
import { freshMs } from '../../report/use-report.ts';
import { changeMember } from '../../service/change-member.ts';
import { trpc } from '../../service/trpc.ts';
import { isManager } from '../../words/access.ts';
import type { BuyerRow } from './row/buyer-row.ts';

/** The seats that are no buyer's and have bid in the chosen days, each with a choice of the buyer that it is. */
export function UnknownSeats({ buyers }: { readonly buyers: readonly BuyerRow[] }) {
  const { session, member, memberId, from, to, currency } = usePlace();
  const { data, error } = useQuery(
    trpc.unknownSeat.list.queryOptions(
      { member_id: memberId, start_date: from, end_date: to },
      { staleTime: freshMs, refetchInterval: freshMs, placeholderData: keepPreviousData },
    ),
  );
  const map = useMutation({
    mutationFn: ({ seat, buyer }: { readonly seat: string; readonly buyer: number | null }) =>
      changeMember(member.id, () => ({ seats: { [seat]: buyer } })),
  });
  if (error !== null) return <Problem error={error} />;
  if (data === undefined || data.items.length === 0) return null;
  const choices = buyers.flatMap(({ id, name }) => (id === null ? [] : [{ value: String(id), label: name }]));
  const nameOf = (id: number) => choices.find(({ value }) => value === String(id))?.label ?? String(id);
  const isReader = !isManager(session);
  return (
    <section aria-labelledby="unknown-seats">
      <h2 id="unknown-seats">Unknown seats</h2>
      <p className="muted">
        These seats are not in the directory, so no tier takes their bids. Choose which buyer a seat is: its next bids
        count as that buyer’s. {isReader && `The managers of ${member.name} do this. `}All groups of sites,{' '}
        {rangeText(from, to)}.
      </p>
      {map.error !== null && <Problem error={map.error} />}
      <div className="table-box">
        <table className="plain-table stacked" aria-label="Unknown seats">
          <thead>
            <tr>
              <th>Seat</th>
              <FigureHead figure="bids">Bids</FigureHead>
              <FigureHead figure="won">Won</FigureHead>
              <FigureHead figure="net">Net ({currency})</FigureHead>
              <th>Buyer</th>
            </tr>
          </thead>
          <tbody>
            {data.items.map(({ unknown_seat: seat = null, bids, won, net }) => (
              <tr key={seat ?? ''}>
                <td data-head="Seat">{seat ?? <span className="muted">all others</span>}</td>
                <td data-head="Bids" className="number">
                  {countText(bids)}
                </td>
                <td data-head="Won" className="number">
                  {countText(won)}
                </td>
                <td data-head="Net" className="number">
                  {earnedColumn(Number(net))}
                </td>
                <td data-head="Buyer">
                  {seat !== null && member.seats?.[seat] !== undefined ? (
                    <>
                      {nameOf(member.seats[seat])}{' '}
                      {!isReader && (
                        <Button
                          variant="default"
                          aria-label={`${seat} is not ${nameOf(member.seats[seat])}`}
                          onClick={() => map.mutate({ seat, buyer: null })}
                        >
                          Undo
                        </Button>
                      )}
                    </>
                  ) : (
                    seat !== null &&
                    !isReader && (
                      <Select
                        aria-label={`Buyer of ${seat}`}
                        placeholder="Which buyer is it?"
                        searchable
                        data={choices}
                        value={null}
                        onChange={(id) => id !== null && map.mutate({ seat, buyer: Number(id) })}
                      />
                    )
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
