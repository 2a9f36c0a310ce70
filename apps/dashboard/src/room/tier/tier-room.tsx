import './tier.css';
import { countText, feeText, percentText } from '../../figure/count.ts';
import { figures } from '@auction-tiers/contract/glossary';
import { toFeePpm } from '@auction-tiers/tier-engine';
import { Link, useParams } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { useAddress, usePlace } from '../../address/place.ts';
import type { DraftTier, Lists, LiveTier, TierKey } from '../../draft/content.ts';
import { useDraft, useLive } from '../../draft/use-draft.ts';
import { momentColumn, msOf, rangeText } from '../../figure/date.ts';
import { cpmIn, cpmText, grossNeededOf, neededPrice } from '../../figure/figures.ts';
import { actionWords, Block, Change, Definition, Empty, Notice, Problem, Room, Waiting } from '../../part/kit.tsx';
import { SampleNote } from '../../sample/sample-note.tsx';
import { type DecidingTiers, useDecidingTiers } from '../../sample/tier-source.ts';
import { useSample, useSampleAnswer } from '../../sample/use-sample.ts';
import { useBuyerNames } from '../../words/buyer-names.ts';
import { whereText } from '../../words/targeting.ts';
import { AdviceCurve } from './advice-curve.tsx';
import { Curve } from './curve.tsx';
import { TierBuyers } from './tier-buyers.tsx';
import { buyerName } from '../../words/buyer-name.ts';
import { Segments } from '../../part/form.tsx';
import { type FunnelRow, tierFunnelHtml } from '@auction-tiers/chart';
import type { ChangeLogEntry, Draft, RecordedTier } from '@auction-tiers/contract';
import { useQuery } from '@tanstack/react-query';
import { Finding } from '../../difference/findings.tsx';
import { useLint } from '../../lint/use-lint.ts';
import { Drawing } from '../../part/chart.tsx';
import { fieldLabel, type ProfileName, profileNames, valueText } from '../../difference/field-words.ts';
import { PlainTable } from '../../part/plain-table.tsx';
import { trpc } from '../../service/trpc.ts';

/** One tier: how far bids come in it, what another minimum would do, its buyers, its findings and its changes. */
export function TierRoom(): React.ReactNode {
  const { tier: key } = useParams({ from: '/tiers/$tier' });
  const [search, change] = useAddress<'/tiers/$tier'>();
  const { draft } = useDraft();
  const { live, error } = useLive();
  const isNew = key.startsWith('new-');
  const which = draft !== null && (isNew || search.tiers === 'draft') ? 'draft' : 'live';
  const tiers = useDecidingTiers(which);
  const found = useMemo(() => Array.from(tiers?.tiers ?? []).find(([, one]) => one.key === key), [tiers, key]);
  if (error !== null || live === null || tiers === null) {
    return <Room title="Tier">{error === null ? <Waiting rows={10} /> : <Problem error={error} />}</Room>;
  }
  if (found === undefined) {
    return (
      <Room title="No such tier">
        <Empty action={<Link to="/tiers">To the tiers</Link>}>
          {which === 'draft' ? 'The draft' : 'This group of sites'} does not have the tier of this address. It may have
          been removed.
        </Empty>
      </Room>
    );
  }
  const [tierId, { name, tier }] = found;
  const lists: Lists = (which === 'draft' && draft?.tier_set) || live;
  const head = (
    <>
      <TierWords tier={tier} profiles={lists.profiles} />
      {draft !== null && !isNew && (
        <Segments
          aria-label="Tiers that decide"
          words={{ live: 'Live', draft: 'Draft' }}
          value={which}
          onChange={(value) => change({ tiers: value, min: undefined })}
        />
      )}
      <Link to="/tiers" search>
        All tiers
      </Link>
      {which === 'live' && (
        <Link to="/why" search={{ tier: tierId }}>
          Auctions with bids in it
        </Link>
      )}
    </>
  );
  return (
    <Room title={name} head={head}>
      <DraftNotice tierKey={key as TierKey} live={live.tiers.find(({ id }) => String(id) === key) ?? null} />
      <TierParts key={`${key} ${which}`} tiers={tiers} tierId={tierId} tierKey={key as TierKey} tried={search.min} />
      <Block title="Issues">
        <Findings draft={which === 'draft' ? draft : null} tierKey={key as TierKey} />
      </Block>
      {which === 'live' && (
        <Block title="What advice found for this tier">
          <AdviceCurve tierId={tierId} />
        </Block>
      )}
      {!isNew && (
        <Block title="Changes of this tier">
          <TierHistory tierId={tierId} profiles={live.profiles} />
        </Block>
      )}
    </Room>
  );
}

/** The conditions of the tier, in a line. */
function TierWords({ tier, profiles }: { readonly tier: DraftTier | LiveTier; readonly profiles: Lists['profiles'] }) {
  const { member, currency } = usePlace();
  const profile = tier.profile_id === null ? null : profiles.find(({ id }) => id === tier.profile_id);
  const feePpm = toFeePpm(member.revenue_share_pct ?? 0);
  const gross = grossNeededOf(tier.min_price, feePpm);
  return (
    <span>
      {actionWords[tier.member_action]} · priority {tier.priority} · {whereText(profile)}
      {tier.min_price !== null && (
        <>
          {' '}
          · net minimum {cpmText(tier.min_price)} {cpmIn(currency)}
          {gross !== null && gross < Infinity && (
            <Definition
              text={`${figures.gross_needed.definition}: ${neededPrice(gross)}. The fee is ${feeText(feePpm)}`}
            >
              {' '}
              ({neededPrice(gross)} gross)
            </Definition>
          )}
        </>
      )}
    </span>
  );
}

const textOf = (price: string | null) => (price === null ? 'none' : cpmText(price));

/** What the draft makes of the tier's minimum. */
function DraftNotice({ tierKey, live }: { readonly tierKey: TierKey; readonly live: LiveTier | null }) {
  const { currency } = usePlace();
  const { draft } = useDraft();
  if (draft === null || live === null) return null;
  const drafted = draft.tier_set?.tiers.find(({ id }) => String(id) === tierKey);
  if (drafted === undefined) return <Notice>The draft removes this tier.</Notice>;
  if (drafted.min_price === live.min_price) return null;
  return (
    <Notice>
      Draft: net minimum <Change before={textOf(live.min_price)} after={textOf(drafted.min_price)} /> {cpmIn(currency)}.{' '}
      <Link to="/draft" search>
        To the draft
      </Link>
    </Notice>
  );
}

interface PartsProps {
  readonly tiers: DecidingTiers;
  readonly tierId: number;
  readonly tierKey: TierKey;
  readonly tried: number | undefined;
}

function TierParts({ tiers, tierId, tierKey, tried }: PartsProps) {
  const view = useSample();
  const { from, to } = usePlace();
  const days = rangeText(from, to);
  const names = useBuyerNames();
  const { data, error } = useSampleAnswer(view, tiers, { tier_id: tierId });
  const sampled = data?.tier;
  const tier = tiers.source.tiers.find(({ id }) => id === tierId)!;
  const isExclude = tier.memberAction === 'exclude';
  const nameOf = useCallback((id: number) => buyerName({ id, name: names.get(id) }), [names]);
  const isWaiting = sampled === undefined && (view.state.state === 'reading' || view.state.state === 'ready');
  return (
    <>
      <Block title={isExclude ? 'What another net minimum would exclude' : 'What another net minimum would do'}>
        {sampled === undefined ? (
          isWaiting && error === null && <Waiting rows={7} />
        ) : (
          <Curve
            view={view}
            tiers={tiers}
            sampled={sampled}
            tierId={tierId}
            tierKey={tierKey}
            isExclude={isExclude}
            tried={tried}
          />
        )}
        {error !== null && <Problem error={error} />}
        <SampleNote view={view} />
      </Block>
      <div className="tier-columns">
        <Block title={`How far bids come: ${days}, estimated under these tiers`}>
          {sampled === undefined ? (
            isWaiting && error === null && <Waiting rows={6} />
          ) : (
            <TierFunnel
              funnel={sampled.funnel}
              isExclude={isExclude}
              isLimited={(tier.maxForgoneMicros ?? null) !== null}
            />
          )}
        </Block>
        <Block title={`What its buyers did: ${days}, under the tiers at the time`}>
          {tierKey.startsWith('new-') ? (
            <p className="muted">
              Nothing is counted yet: it is not live. The figures above say what it would have made of these days.
            </p>
          ) : (
            <TierBuyers tierId={tierId} buyerIds={tier.buyerMemberIds} isExclude={isExclude} nameOf={nameOf} />
          )}
        </Block>
      </div>
    </>
  );
}

/** How far bids come in a tier, estimated from the sample. */
function TierFunnel({
  funnel,
  isExclude,
  isLimited,
}: {
  readonly funnel: RecordedTier['funnel'];
  readonly isExclude: boolean;
  /** Whether the tier may give up only so much. */
  readonly isLimited: boolean;
}) {
  const steps = [
    ['seen', funnel.seen, figures.seen],
    ['listed', funnel.listed, figures.listed],
    ['priced in', funnel.priced_in, figures.priced_in],
    ['targeted', funnel.targeted, figures.targeted],
    ...(isLimited ? [['not too costly', funnel.within_limit, figures.within_limit] as const] : []),
    [isExclude ? 'excluded' : 'in the tier', funnel.in_tier, isExclude ? figures.excluded : figures.in_tier],
    ...(isExclude ? [] : [['won', funnel.won, figures.won] as const]),
  ] as const;
  const rows = steps.map(([name, count, { definition }], at): FunnelRow => {
    const before = steps[at - 1]?.[1];
    const share =
      before === undefined || before === 0 ? null : `${percentText(count / before)} of ${steps[at - 1]![0]}`;
    return { name, count, figure: countText(count), note: share, definition };
  });
  return <Drawing markup={tierFunnelHtml('Bids by step', rows)} />;
}

/** Issues about a tier. */
function Findings({ draft, tierKey }: { readonly draft: Draft | null; readonly tierKey: TierKey }) {
  const { data, error } = useLint(draft);
  if (error !== null) return <Problem error={error} />;
  if (data === undefined) return <Waiting rows={2} height={20} />;
  const findings = data.filter(({ keys }) => keys.includes(tierKey));
  if (findings.length === 0) return <p className="muted">Nothing: no other tier takes its bids by mistake.</p>;
  return (
    <ul className="tier-findings">
      {findings.map((finding) => (
        <Finding key={finding.message} finding={finding} />
      ))}
    </ul>
  );
}

const mostSteps = 100;

interface TierHistoryProps {
  readonly tierId: number;
  readonly profiles: readonly { readonly id?: number | undefined; readonly name: string | null }[];
}

/** Every change of one tier, the newest first. */
function TierHistory({ tierId, profiles }: TierHistoryProps) {
  const { memberId } = usePlace();
  const { data, error } = useQuery(
    trpc.changeLog.list.queryOptions({
      member_id: memberId,
      filter: { service: 'ym-auction-tier', resource_id: tierId },
      num_elements: mostSteps,
    }),
  );
  if (error !== null) return <Problem error={error} />;
  if (data === undefined) return <Waiting rows={3} />;
  if (data.items.length === 0) return <p className="muted">No change of this tier has been kept.</p>;
  const nameOf = profileNames(profiles);
  return (
    <PlainTable
      label="Changes of the tier"
      rows={data.items}
      idOf={({ revision }) => revision}
      columns={[
        {
          head: 'When',
          className: 'tier-when',
          cell: ({ created_on: time }) => momentColumn(msOf(time)),
        },
        { head: 'What', cell: (entry) => whatCell(entry, nameOf) },
        {
          head: 'Who',
          className: 'tier-who',
          cell: ({ user, kind }) => (kind === 'write' ? user : `${user} (${kind})`),
        },
      ]}
    />
  );
}

const whatCell = (entry: ChangeLogEntry, nameOf: ProfileName) => (
  <>
    {changesOf(entry, nameOf).map((change) => (
      <div key={change}>{change}</div>
    ))}
    {entry.note !== null && <div className="muted">“{entry.note}”</div>}
  </>
);

const unsaid: ReadonlySet<string> = new Set(['last_modified', 'created_on']);

/** What an entry of the log changed, field by field. */
function changesOf({ operation, before, after }: ChangeLogEntry, nameOf: ProfileName): readonly string[] {
  if (operation === 'create') return ['Created'];
  if (operation === 'delete') return ['Deleted'];
  const [old, fresh] = [before, after].map((object) => (object ?? {}) as Readonly<Record<string, unknown>>);
  const fields = Object.keys(fresh!).filter((field) => !unsaid.has(field));
  return fields.map(
    (field) =>
      `${fieldLabel(field)}: ${valueText(field, old![field], nameOf)} → ${valueText(field, fresh![field], nameOf)}`,
  );
}
