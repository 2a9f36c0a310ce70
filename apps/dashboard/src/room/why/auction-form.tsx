import { cpmIn } from '../../figure/money.ts';
import { SegmentedControl, Select, TagsInput, TextInput } from '@mantine/core';
import { countries, dmas } from '@auction-tiers/dma-data';
import { deviceTypes, supplyTypes } from '@auction-tiers/tier-engine';
import { usePlace } from '../../address/place.ts';
import { BidForm, type BodyFormProps } from './bid-form.tsx';
import { impressionOf, otherAttributes, shownOf, sizesOf, sizeTexts, withImpression, withValue } from './body-edit.ts';
import type { Defaults } from './explain-body.ts';
import { clockText, momentOfClock } from '../../figure/date.ts';
import { typedText } from '../../figure/typed.ts';
import { NumberField } from '../../part/form.tsx';

const countryChoices = countries
  .map(({ code, name }) => ({ value: code, label: `${name} (${code})` }))
  .toSorted((one, other) => one.label.localeCompare(other.label));
const marketChoices = dmas
  .map(({ id, name }) => ({ value: String(id), label: `${name} (${id})` }))
  .toSorted((one, other) => one.label.localeCompare(other.label));
const choicesOf = (values: readonly string[]) => values.map((value) => ({ value, label: value.replaceAll('_', ' ') }));
const commonSizes = ['300x250', '728x90', '320x50', '160x600', '970x250', '300x600'];

/** A number or text of a body as a number field shows it; empty for anything else. */
const numberOf = (value: unknown): number | string =>
  typeof value === 'number' || typeof value === 'string' ? value : '';

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const setNumber = (change: (value: unknown) => void) => (value: number | string) =>
  change(value === '' ? undefined : value);

export function AuctionForm({
  body,
  edit,
  problems,
  buyers,
  defaults,
}: BodyFormProps & { readonly defaults: Defaults }) {
  const { timeZone, currency } = usePlace();
  const impression = impressionOf(body);
  const problemAt = (path: string) =>
    problems.find((problem) => problem.path === path || problem.path.startsWith(`${path}.`))?.message;
  const set = (name: string) => (value: unknown) => edit(withValue(body, name, value ?? undefined));
  const setImpression = (name: string) => (value: unknown) => edit(withImpression(body, name, value ?? undefined));
  const timeMs = typeof impression['time'] === 'string' ? Date.parse(impression['time']) : Number.NaN;
  const others = otherAttributes(body);
  return (
    <div className="why-form">
      <Select
        label="Country"
        placeholder="not known"
        data={countryChoices}
        value={text(impression['country'])}
        onChange={setImpression('country')}
        searchable
        clearable
        error={problemAt('impression.country')}
      />
      <Select
        label="Market area (DMA)"
        placeholder="not known"
        data={marketChoices}
        value={shownOf(impression['dma'])}
        onChange={(id) => setImpression('dma')(id === null ? undefined : Number(id))}
        searchable
        clearable
        error={problemAt('impression.dma')}
      />
      <TagsInput
        className="whole"
        size="xs"
        label="Sizes"
        placeholder="300x250"
        data={commonSizes}
        value={sizeTexts(impression['sizes'])}
        onChange={(texts) => setImpression('sizes')(texts.length === 0 ? undefined : sizesOf(texts))}
        error={problemAt('impression.sizes')}
      />
      <Select
        label="Device"
        placeholder="not known"
        data={choicesOf(deviceTypes)}
        value={text(impression['device_type'])}
        onChange={setImpression('device_type')}
        clearable
        error={problemAt('impression.device_type')}
      />
      <Select
        label="Supply"
        placeholder="not known"
        data={choicesOf(supplyTypes)}
        value={text(impression['supply_type'])}
        onChange={setImpression('supply_type')}
        clearable
        error={problemAt('impression.supply_type')}
      />
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
          setImpression('time')(ms === null ? undefined : new Date(ms).toISOString());
        }}
        error={problemAt('impression.time')}
      />
      <NumberField
        label={`Floor, gross ${cpmIn(currency)}`}
        placeholder="0"
        value={numberOf(body['bid_floor'])}
        onChange={setNumber(set('bid_floor'))}
        error={problemAt('bid_floor')}
      />
      <NumberField
        label="Fee (%)"
        min={0}
        max={100}
        decimals={4}
        placeholder={`${typedText(defaults.feePpm / 10_000)}, the seller’s`}
        value={numberOf(body['revenue_share_pct'])}
        onChange={setNumber(set('revenue_share_pct'))}
        error={problemAt('revenue_share_pct')}
      />
      <div className="whole">
        <SegmentedControl
          aria-label="Auction type"
          data={[
            { value: '1', label: 'First price' },
            { value: '2', label: 'Second price' },
          ]}
          value={shownOf(body['auction_type']) ?? '1'}
          onChange={(value) => edit(withValue(body, 'auction_type', Number(value)))}
        />
      </div>
      <TextInput
        className="whole"
        label="Tie-break code"
        placeholder={defaults.seed}
        value={text(body['seed']) ?? ''}
        onChange={({ currentTarget: { value } }) => set('seed')(value === '' ? undefined : value)}
        error={problemAt('seed')}
      />
      {others.length > 0 && (
        <p className="whole muted">Also given, and shown under JSON: {others.join(', ').replaceAll('_', ' ')}.</p>
      )}
      <BidForm body={body} edit={edit} problems={problems} buyers={buyers} />
    </div>
  );
}
