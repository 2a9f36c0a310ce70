import { Select } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { usePlace } from '../../address/place.ts';
import { counted, countText } from '../../figure/count.ts';
import { rangeText } from '../../figure/date.ts';
import { earnedColumn } from '../../figure/money.ts';
import { PlainTable } from '../../part/plain-table.tsx';
import { PlainButton, Problem } from '../../part/kit.tsx';
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
    return (
      <SeatChoice
        seat={seat}
        likely={likelyBuyer(seat, named)}
        choices={choices}
        onChoose={(chosen) => map.mutate({ seat, buyer: chosen })}
      />
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
        <PlainButton aria-label={`${seat}: it is ${likely.name}`} onClick={() => onChoose(likely.id)}>
          It is {likely.name}
        </PlainButton>
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
