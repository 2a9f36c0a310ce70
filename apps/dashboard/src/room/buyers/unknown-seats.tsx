import { Button, Select } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { usePlace } from '../../address/place.ts';
import { counted, countText } from '../../figure/count.ts';
import { rangeText } from '../../figure/date.ts';
import { earnedColumn } from '../../figure/money.ts';
import { FigureHead } from '../../part/definition.tsx';
import { Problem } from '../../part/problem.tsx';
import { freshMs } from '../../report/use-report.ts';
import { changeMember } from '../../service/change-member.ts';
import { trpc } from '../../service/trpc.ts';
import { isManager } from '../../words/access.ts';
import type { BuyerRow } from './row/buyer-row.ts';
import { likelyBuyer } from './row/likely-buyer.ts';

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
export function UnknownSeatsLink() {
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
export function UnknownSeats({ buyers }: { readonly buyers: readonly BuyerRow[] }) {
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
                          aria-label={`Undo: ${seat} is not ${nameOf(member.seats[seat])}`}
                          onClick={() => map.mutate({ seat, buyer: null })}
                        >
                          Undo
                        </Button>
                      )}
                    </>
                  ) : (
                    seat !== null &&
                    !isReader && (
                      <SeatChoice
                        seat={seat}
                        likely={likelyBuyer(seat, named)}
                        choices={choices}
                        onChoose={(buyer) => map.mutate({ seat, buyer })}
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

interface SeatChoiceProps {
  readonly seat: string;
  readonly likely: { readonly id: number; readonly name: string } | null;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly onChoose: (buyer: number) => void;
}

function SeatChoice({ seat, likely, choices, onChoose }: SeatChoiceProps) {
  return (
    <div className="room-tools">
      {likely !== null && (
        <Button variant="default" aria-label={`${seat}: it is ${likely.name}`} onClick={() => onChoose(likely.id)}>
          It is {likely.name}
        </Button>
      )}
      <Select
        aria-label={`Buyer of ${seat}`}
        placeholder={likely === null ? 'Which buyer is it?' : 'Another buyer'}
        searchable
        data={choices}
        value={null}
        onChange={(id) => id !== null && onChoose(Number(id))}
      />
    </div>
  );
}
