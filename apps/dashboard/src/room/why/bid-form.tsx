import { usePlace } from '../../address/place.ts';
import { cpmIn } from '../../figure/money.ts';
import { ActionIcon, Select } from '@mantine/core';
import { useMemo } from 'react';
import type { FieldProblem } from '../../service/problem.ts';
import { buyerChoices } from '../../words/buyer-names.ts';
import { type BidBody, bidsOf, shownOf, withBid, withNewBid, withValue } from './body-edit.ts';
import type { Body } from './explain-body.ts';
import { buyerName } from '../../words/buyer-name.ts';
import { NumberField, problemIn } from '../../part/form.tsx';
import { PlainButton } from '../../part/kit.tsx';
import { PlainTable } from '../../part/plain-table.tsx';

interface Row {
  readonly bid: BidBody;
  readonly place: number;
  readonly key: string;
}

export interface BodyFormProps {
  readonly body: Body;
  readonly edit: (body: Body) => void;
  readonly problems: readonly FieldProblem[];
  readonly buyers: ReadonlyMap<number, string>;
}

/** The bids of an auction: their buyers and gross prices. */
export function BidForm({ body, edit, problems, buyers }: BodyFormProps) {
  const { currency } = usePlace();
  // Ids are unique only in a valid body, and the form also shows invalid ones.
  const rows = bidsOf(body).map((bid, place) => ({ bid, place, key: `${place} ${shownOf(bid['id'])}` }));
  const choices = useMemo(() => buyerChoices(buyers), [buyers]);
  const whole = problems.find(({ path }) => path === 'bids')?.message;
  const choicesWith = (id: string | null) =>
    id === null || choices.some(({ value }) => value === id)
      ? choices
      : [{ value: id, label: buyerName({ id: Number(id) }) }, ...choices];
  const setTo = (place: number, bid: BidBody | null) => edit(withBid(body, place, bid));
  const buyerCell = ({ bid, place }: Row) => (
    <Select
      aria-label={`Buyer of bid ${place + 1}`}
      data={choicesWith(shownOf(bid['member_id']))}
      placeholder="unknown buyer"
      value={shownOf(bid['member_id'])}
      onChange={(id) => setTo(place, { ...bid, member_id: id === null ? null : Number(id) })}
      searchable
      clearable
      error={problemIn(problems, `bids.${place}.member_id`)}
    />
  );
  const priceCell = ({ bid, place }: Row) => (
    <NumberField
      aria-label={`Gross price of bid ${place + 1} (${cpmIn(currency)})`}
      w={100}
      value={shownOf(bid['price']) ?? ''}
      onChange={(price) => setTo(place, withValue(bid, 'price', price === '' ? undefined : price))}
      error={problemIn(problems, `bids.${place}.price`)}
    />
  );
  const removeCell = ({ place }: Row) => (
    <ActionIcon aria-label={`Remove bid ${place + 1}`} onClick={() => setTo(place, null)}>
      ✕
    </ActionIcon>
  );
  return (
    <div className="whole">
      <PlainTable
        className="why-bids"
        rows={rows}
        idOf={({ key }) => key}
        columns={[
          { head: 'Bid', cell: ({ place }) => place + 1 },
          { head: 'Buyer', cell: buyerCell },
          { head: `Gross (${cpmIn(currency)})`, cell: priceCell },
          { head: 'Remove', isHeadHidden: true, cell: removeCell },
        ]}
      />
      {whole !== undefined && <p className="loss">Bids: {whole}</p>}
      <PlainButton onClick={() => edit(withNewBid(body, choices[0] === undefined ? null : Number(choices[0].value)))}>
        Add a bid
      </PlainButton>
    </div>
  );
}
