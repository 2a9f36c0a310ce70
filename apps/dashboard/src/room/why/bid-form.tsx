import { usePlace } from '../../address/place.ts';
import { cpmIn } from '../../figure/money.ts';
import { ActionIcon, Select } from '@mantine/core';
import { useMemo } from 'react';
import type { FieldProblem } from '../../service/problem.ts';
import { buyerChoices } from '../../words/buyer-names.ts';
import { type BidBody, bidsOf, shownOf, withBid, withNewBid, withValue } from './body-edit.ts';
import type { Body } from './explain-body.ts';
import { buyerName } from '../../words/buyer-name.ts';
import { NumberField } from '../../part/form.tsx';
import { PlainButton } from '../../part/kit.tsx';

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
  const problemAt = (path: string) =>
    problems.find((problem) => problem.path === path || problem.path.startsWith(`${path}.`))?.message;
  const whole = problems.find(({ path }) => path === 'bids')?.message;
  const choicesWith = (id: string | null) =>
    id === null || choices.some(({ value }) => value === id)
      ? choices
      : [{ value: id, label: buyerName({ id: Number(id) }) }, ...choices];
  return (
    <div className="whole">
      <table className="why-bids">
        <thead>
          <tr>
            <th scope="col">Bid</th>
            <th scope="col">Buyer</th>
            <th scope="col">Gross ({cpmIn(currency)})</th>
            <th>
              <span className="visually-hidden">Remove</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ bid, place, key }) => {
            const set = (changed: BidBody) => edit(withBid(body, place, changed));
            const of = `bid ${place + 1}`;
            return (
              <tr key={key}>
                <td>{place + 1}</td>
                <td>
                  <Select
                    aria-label={`Buyer of ${of}`}
                    data={choicesWith(shownOf(bid['member_id']))}
                    placeholder="unknown buyer"
                    value={shownOf(bid['member_id'])}
                    onChange={(id) => set({ ...bid, member_id: id === null ? null : Number(id) })}
                    searchable
                    clearable
                    error={problemAt(`bids.${place}.member_id`)}
                  />
                </td>
                <td>
                  <NumberField
                    aria-label={`Gross price of ${of} (${cpmIn(currency)})`}
                    w={100}
                    value={typeof bid['price'] === 'number' || typeof bid['price'] === 'string' ? bid['price'] : ''}
                    onChange={(price) => set(withValue(bid, 'price', price === '' ? undefined : price))}
                    error={problemAt(`bids.${place}.price`)}
                  />
                </td>
                <td>
                  <ActionIcon aria-label={`Remove ${of}`} onClick={() => edit(withBid(body, place, null))}>
                    ✕
                  </ActionIcon>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {whole !== undefined && <p className="loss">Bids: {whole}</p>}
      <PlainButton onClick={() => edit(withNewBid(body, choices[0] === undefined ? null : Number(choices[0].value)))}>
        Add a bid
      </PlainButton>
    </div>
  );
}
