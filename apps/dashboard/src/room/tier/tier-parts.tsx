import { type FunnelRow, tierFunnelHtml } from '@auction-tiers/chart';
import type { RecordedTier } from '@auction-tiers/contract';
import { figures } from '@auction-tiers/contract/glossary';
import { useQuery } from '@tanstack/react-query';
import { Finding } from '../../difference/findings.tsx';
import { countText, percentText } from '../../figure/count.ts';
import { askLint } from '../../lint/ask-lint.ts';
import { Drawing } from '../../part/chart.tsx';
import { Problem, Waiting } from '../../part/kit.tsx';
import type { DecidingTiers } from '../../sample/tier-source.ts';
import { findingWords, namesIn } from '../../saying/finding-words.ts';

/** How far bids come in a tier, estimated from the sample. */
export function TierFunnel({
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
export function Findings({ tiers, tierId }: { readonly tiers: DecidingTiers; readonly tierId: number }) {
  const { data, error } = useQuery({
    queryKey: ['lint', tiers.key],
    async queryFn() {
      const nameOf = namesIn([
        {
          tiers: Array.from(tiers.tiers, ([id, { tier }]) => ({ ...tier, id })),
          profiles: Array.from(tiers.profileNames, ([id, name]) => ({ id, name })),
        },
      ]);
      return (await askLint(tiers.source)).map((one) => findingWords(one, nameOf));
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error !== null) return <Problem error={error} />;
  if (data === undefined) return <Waiting rows={2} height={20} />;
  const findings = data.filter(({ tierIds }) => tierIds.includes(tierId));
  if (findings.length === 0) return <p className="muted">Nothing: no other tier takes its bids by mistake.</p>;
  return (
    <ul className="tier-findings">
      {findings.map((finding) => (
        <Finding key={finding.message} finding={finding} />
      ))}
    </ul>
  );
}
