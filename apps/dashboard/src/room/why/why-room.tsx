import './why.css';
import { ActionIcon, Button, CopyButton, Select, Tabs, TagsInput, TextInput } from '@mantine/core';
import { useMemo, useRef, useState } from 'react';
import { usePlace } from '../../address/place.ts';
import { useDraft } from '../../draft/use-draft.ts';
import { Block, Empty, Notice, PlainButton, Room, Waiting } from '../../part/kit.tsx';
import { problemWords } from '../../saying/refusal-words.ts';
import { useDecidingTiers } from '../../sample/tier-source.ts';
import { buyerChoices, useBuyerNames } from '../../words/buyer-names.ts';
import { askedBid, BidAnswer, BidList, Outcome } from './answer-view.tsx';
import { useAnswer } from './use-answer.ts';
import { AuctionJson } from './auction-json.tsx';
import {
  type BidBody,
  bidsOf,
  firstBody,
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
import { createNames } from './names.ts';
import { problemPlace } from './problem-place.ts';
import { RecordedFinder } from './recorded-finder.tsx';
import { useAuction } from './use-auction.ts';
import { NumberField, problemIn, Segments } from '../../part/form.tsx';
import { cpmIn } from '../../figure/figures.ts';
import { countries, dmas } from '@auction-tiers/dma-data';
import { deviceTypes, supplyTypes } from '@auction-tiers/tier-engine';
import { clockText, momentOfClock } from '../../figure/date.ts';
import { typedText } from '../../figure/typed.ts';
import { buyerName } from '../../words/buyer-name.ts';
import { byLabel, type Option } from '../../part/options.ts';
import { PlainTable } from '../../part/plain-table.tsx';
import type { Issue } from '@auction-tiers/contract';

/** Why an auction ended as it did: decided in the page, tier by tier, and anew with every change. */
export function WhyRoom(): React.ReactNode {
  const place = usePlace();
  const auction = useAuction();
  const { search, body, chosen, edit, choose, change } = auction;
  const { draft } = useDraft();
  const which = search.tiers === 'draft' && draft !== null ? 'draft' : 'live';
  const tiers = useDecidingTiers(which);
  const buyers = useBuyerNames();
  const names = useMemo(() => createNames(tiers, buyers, place.timeZone), [tiers, buyers, place.timeZone]);
  const { answer, shown, line, defaults } = useAnswer(body, chosen, tiers, search.bid, names);
  // An edit makes another auction, which is not broken.
  const [broken, setBroken] = useState<Body | null>(null);
  const isBroken = body !== null && broken === body;
  const stale = isBroken || answer?.ok === false ? 'why-stale' : undefined;
  const answerPart = useRef<HTMLElement>(null);
  const problems = answer?.ok === false ? answer.problems : [];
  const begin = () => {
    const named = new Set(tiers?.source.tiers.flatMap(({ buyerMemberIds }) => buyerMemberIds));
    choose(firstBody(place.ymProfile.id, [...named], Date.now()));
  };
  const head = (
    <>
      {draft !== null && (
        <Segments
          aria-label="Tiers that decide"
          words={{ live: 'Live tiers', draft: 'Draft' }}
          value={which}
          onChange={(value) => change({ tiers: value === 'draft' ? 'draft' : undefined })}
        />
      )}
      {body !== null && (
        <>
          <PlainButton onClick={begin}>Build one</PlainButton>
          <CopyButton value={location.href}>
            {({ copied, copy }) => <PlainButton onClick={copy}>{copied ? 'Copied' : 'Copy the link'}</PlainButton>}
          </CopyButton>
        </>
      )}
    </>
  );
  return (
    <Room title="Why?" head={head} isWide>
      {body !== null && <Notices body={body} isTooLong={auction.isTooLong} isBroken={isBroken} answer={answer} />}
      <div className={body === null ? 'why-columns alone' : 'why-columns'}>
        <RecordedFinder
          tiers={tiers}
          names={names}
          buyers={buyers}
          search={search}
          change={change}
          choose={choose}
          isFollowed={auction.isAsChosen}
          onChosen={() => {
            // Beside the list the answer is in view; below the list, as on a phone, the page scrolls to it.
            if (!matchMedia('(max-width: 900px)').matches) return;
            answerPart.current?.focus({ preventScroll: true });
            answerPart.current?.scrollIntoView();
          }}
        />
        <section aria-label="Auction">
          <Tabs value={search.tab ?? 'form'} onChange={(tab) => change({ tab: tab === 'json' ? tab : undefined })}>
            <Tabs.List>
              <Tabs.Tab value="form">Form</Tabs.Tab>
              <Tabs.Tab value="json">JSON</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="form">
              {body === null ? (
                <Empty picture="rows" action={<Button onClick={begin}>Build an auction</Button>}>
                  Choose a recorded auction above, paste one under JSON, or build one. Then every tier says what it saw
                  of a bid and what it needed.
                </Empty>
              ) : (
                <AuctionForm body={body} edit={edit} problems={problems} buyers={buyers} defaults={defaults} />
              )}
            </Tabs.Panel>
            <Tabs.Panel value="json" pt={12}>
              <AuctionJson body={body} chosen={chosen} edit={edit} onBroken={setBroken} />
            </Tabs.Panel>
          </Tabs>
        </section>
        <section aria-label="Answer" className="why-side" ref={answerPart} tabIndex={-1}>
          <p className="why-line muted" role="status">
            {line}
          </p>
          {body !== null && tiers === null && <Waiting rows={8} />}
          {shown !== null && tiers !== null && (
            <div className={stale}>
              <BidAnswer explained={shown} bidId={search.bid} tiers={tiers} names={names} />
            </div>
          )}
        </section>
      </div>
      {shown !== null && tiers !== null && (
        <Block title="All bids, in auction order">
          <div className={stale}>
            <BidList
              explained={shown}
              current={askedBid(shown, search.bid)?.bidId ?? null}
              names={names}
              onChoose={(bid) => change({ bid })}
            />
            <Outcome explained={shown} tiers={tiers} names={names} />
          </div>
        </Block>
      )}
    </Room>
  );
}

interface NoticesProps {
  readonly body: Body;
  readonly isTooLong: boolean;
  /** Whether its JSON was changed to something that is no auction. */
  readonly isBroken: boolean;
  readonly answer: ReturnType<typeof useAnswer>['answer'];
}

/** What has to be known about the auction, and what is wrong with it. */
function Notices({ body, isTooLong, isBroken, answer }: NoticesProps) {
  const { ymProfile } = usePlace();
  const [named, publisher] = [shownOf(body['ym_profile_id']), shownOf(body['publisher_id'])];
  const isOther = named !== null && named !== String(ymProfile.id);
  const isForeign = publisher !== null && ymProfile.publisher_ids?.every((id) => String(id) !== publisher);
  return (
    <>
      {isTooLong && <Notice>This auction is too long for an address: copy its JSON instead of the link.</Notice>}
      {isOther && (
        <Notice>The auction names another group of sites. It is decided by the tiers of {ymProfile.name} here.</Notice>
      )}
      {named === null && publisher === null && (
        <Notice>The auction names no group of sites. It is decided by the tiers of {ymProfile.name} here.</Notice>
      )}
      {isForeign === true && (
        <Notice>
          {ymProfile.name} does not list publisher {publisher}. It is decided by its tiers all the same.
        </Notice>
      )}
      {(isBroken || answer?.ok === false) && (
        <div className="notice problem" role="alert">
          The auction is not right. The answer below is the previous one.
          <ul>
            {isBroken && <li>What was typed as JSON is no auction.</li>}
            {(answer?.ok === false ? answer.problems : []).map(({ path, message }) => (
              <li key={`${path} ${message}`}>
                {problemPlace(path)} {problemWords(message)}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

/** Longer lists than this are searched. */
const fewChoices = 12;
const countryChoices = countries
  .map(({ code, name }) => ({ value: code, label: `${name} (${code})` }))
  .toSorted(byLabel);
const marketChoices = dmas.map(({ id, name }) => ({ value: String(id), label: `${name} (${id})` })).toSorted(byLabel);
const choicesOf = (values: readonly string[]) => values.map((value) => ({ value, label: value.replaceAll('_', ' ') }));
const commonSizes = ['300x250', '728x90', '320x50', '160x600', '970x250', '300x600'];

function AuctionForm({ body, edit, problems, buyers, defaults }: BodyFormProps & { readonly defaults: Defaults }) {
  const { currency } = usePlace();
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
        label="Time"
        description={Number.isNaN(timeMs) ? `not given: ${clockText(defaults.timeMs).replace('T', ' ')}` : undefined}
        value={Number.isNaN(timeMs) ? '' : clockText(timeMs)}
        onChange={({ currentTarget: { value } }) => {
          const ms = momentOfClock(value);
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
  readonly problems: readonly Issue[];
  readonly buyers: ReadonlyMap<number, string>;
}

/** The bids of an auction: their buyers and gross prices. */
function BidForm({ body, edit, problems, buyers }: BodyFormProps) {
  const { currency } = usePlace();
  // Ids are unique only in a valid body, and the form also shows invalid ones.
  const rows = bidsOf(body).map((bid, index) => ({ bid, place: index, key: `${index} ${shownOf(bid['id'])}` }));
  const choices = useMemo(() => buyerChoices(buyers), [buyers]);
  const whole = problems.find(({ path }) => path === 'bids')?.message;
  const choicesWith = (id: string | null) =>
    id === null || choices.some(({ value }) => value === id)
      ? choices
      : [{ value: id, label: buyerName({ id: Number(id) }) }, ...choices];
  const setTo = (index: number, bid: BidBody | null) => edit(withBid(body, index, bid));
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
