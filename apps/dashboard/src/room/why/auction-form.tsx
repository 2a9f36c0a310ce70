import { cpmIn } from '../../figure/money.ts';
import { ActionIcon, Select, TagsInput, TextInput } from '@mantine/core';
import { countries, dmas } from '@auction-tiers/dma-data';
import { deviceTypes, supplyTypes } from '@auction-tiers/tier-engine';
import { usePlace } from '../../address/place.ts';
import {
  type BidBody,
  bidsOf,
  impressionOf,
  otherAttributes,
  shownOf,
  sizesOf,
  sizeTexts,
  withBid,
  withImpression,
  withNewBid,
  withValue,
} from './body-edit.ts';
import type { Body, Defaults } from './explain-body.ts';
import { clockText, momentOfClock } from '../../figure/date.ts';
import { typedText } from '../../figure/typed.ts';
import { NumberField, problemIn, Segments } from '../../part/form.tsx';
import { useMemo } from 'react';
import type { FieldProblem } from '../../service/problem.ts';
import { buyerChoices } from '../../words/buyer-names.ts';
import { buyerName } from '../../words/buyer-name.ts';
import { PlainButton } from '../../part/kit.tsx';
import { PlainTable } from '../../part/plain-table.tsx';

interface Option {
  readonly value: string;
  readonly label: string;
}

/** Longer lists than this are searched. */
const fewChoices = 12;
const countryChoices = countries
  .map(({ code, name }) => ({ value: code, label: `${name} (${code})` }))
  .toSorted((one, other) => one.label.localeCompare(other.label));
const marketChoices = dmas
  .map(({ id, name }) => ({ value: String(id), label: `${name} (${id})` }))
  .toSorted((one, other) => one.label.localeCompare(other.label));
const choicesOf = (values: readonly string[]) => values.map((value) => ({ value, label: value.replaceAll('_', ' ') }));
const commonSizes = ['300x250', '728x90', '320x50', '160x600', '970x250', '300x600'];

export function AuctionForm({
  body,
  edit,
  problems,
  buyers,
  defaults,
}: BodyFormProps & { readonly defaults: Defaults }) {
  const { timeZone, currency } = usePlace();
  const impression = impressionOf(body);
  const problemAt = (path: string) => problemIn(problems, path);
  const setImpression = (name: string, value: unknown) => edit(withImpression(body, name, value ?? undefined));
  const timeMs = typeof impression['time'] === 'string' ? Date.parse(impression['time']) : Number.NaN;
  const others = otherAttributes(body);
  const choice = (
    name: string,
    label: string,
    data: readonly Option[],
    toValue: (text: string) => unknown = String,
  ) => (
    <Select
      label={label}
      placeholder="not known"
      data={[...data]}
      value={shownOf(impression[name])}
      onChange={(text) => setImpression(name, text === null ? undefined : toValue(text))}
      searchable={data.length > fewChoices}
      clearable
      error={problemAt(`impression.${name}`)}
    />
  );
  const number = (name: string) => ({
    value: shownOf(body[name]) ?? '',
    onChange: (value: number | '') => edit(withValue(body, name, value === '' ? undefined : value)),
    error: problemAt(name),
  });
  return (
    <div className="why-form">
      {choice('country', 'Country', countryChoices)}
      {choice('dma', 'Market area (DMA)', marketChoices, Number)}
      <TagsInput
        className="whole"
        size="xs"
        label="Sizes"
        placeholder="300x250"
        data={commonSizes}
        value={sizeTexts(impression['sizes'])}
        onChange={(texts) => setImpression('sizes', texts.length === 0 ? undefined : sizesOf(texts))}
        error={problemAt('impression.sizes')}
      />
      {choice('device_type', 'Device', choicesOf(deviceTypes))}
      {choice('supply_type', 'Supply', choicesOf(supplyTypes))}
      <TextInput
        className="whole"
        type="datetime-local"
        step={1}
        label={`Time (${timeZone})`}
        description={
          Number.isNaN(timeMs) ? `not given: ${clockText(defaults.timeMs, timeZone).replace('T', ' ')}` : undefined
        }
        value={Number.isNaN(timeMs) ? '' : clockText(timeMs, timeZone)}
        onChange={({ currentTarget: { value } }) => {
          const ms = momentOfClock(value, timeZone);
          setImpression('time', ms === null ? undefined : new Date(ms).toISOString());
        }}
        error={problemAt('impression.time')}
      />
      <NumberField label={`Floor, gross ${cpmIn(currency)}`} placeholder="0" {...number('bid_floor')} />
      <NumberField
        label="Fee (%)"
        min={0}
        max={100}
        decimals={4}
        placeholder={`${typedText(defaults.feePpm / 10_000)}, the seller’s`}
        {...number('revenue_share_pct')}
      />
      <div className="whole">
        <Segments
          aria-label="Auction type"
          words={{ 1: 'First price', 2: 'Second price' }}
          value={shownOf(body['auction_type']) === '2' ? '2' : '1'}
          onChange={(value) => edit(withValue(body, 'auction_type', Number(value)))}
        />
      </div>
      <TextInput
        className="whole"
        label="Tie-break code"
        placeholder={defaults.seed}
        value={typeof body['seed'] === 'string' ? body['seed'] : ''}
        onChange={({ currentTarget: { value } }) => edit(withValue(body, 'seed', value === '' ? undefined : value))}
        error={problemAt('seed')}
      />
      {others.length > 0 && (
        <p className="whole muted">Also given, and shown under JSON: {others.join(', ').replaceAll('_', ' ')}.</p>
      )}
      <BidForm body={body} edit={edit} problems={problems} buyers={buyers} />
    </div>
  );
}

interface Row {
  readonly bid: BidBody;
  readonly place: number;
  readonly key: string;
}

interface BodyFormProps {
  readonly body: Body;
  readonly edit: (body: Body) => void;
  readonly problems: readonly FieldProblem[];
  readonly buyers: ReadonlyMap<number, string>;
}

/** The bids of an auction: their buyers and gross prices. */
function BidForm({ body, edit, problems, buyers }: BodyFormProps) {
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
