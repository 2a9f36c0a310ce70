import { type AppRouter, dateText, isAdvice, type MovementAnswer, type RecordedAnswer } from '@auction-tiers/contract';
import type { AdviceProposal } from '@auction-tiers/contract/advice-report';
import { english, range, signed } from '@auction-tiers/figure';
import type { inferRouterOutputs } from '@trpc/server';

/** What each operation answers. */
type Outputs = inferRouterOutputs<AppRouter>;

/** A simulation that was started; once it is done, with its report. */
type Simulated = Outputs['simulation']['result'] | { readonly simulation: Outputs['simulation']['status'] };

/** Rows of a list that are worded. */
const mostSaid = 5;

type Said = readonly string[];

/** A part of a list that the answer shows, in words. */
const shownOf = ({ count, items }: { readonly count: number; readonly items: readonly unknown[] }): string =>
  items.length < count ? `, ${items.length} of them here` : '';

type Bid = NonNullable<RecordedAnswer['explained']>['bids'][number];

/** An auction, and each of its bids with what else is said of one. */
function auctionTexts({ explained }: RecordedAnswer, more: (bid: Bid) => string): Said {
  const { winner = null, bids = [], time = '' } = explained ?? {};
  const won =
    winner === null
      ? 'no bid won'
      : `buyer ${winner.member_id} won with ${winner.price} gross and pays ${winner.clearing_price}`;
  return [
    `The auction of ${dateText(Date.parse(time))} UTC, decided again, prices CPM, no estimate: ${won}.`,
    ...bids.map((bid) => {
      const { bid_id: id, member_id: buyer, net_price: net, outcome, tier_id: tier } = bid;
      const taken = tier === null ? 'no tier' : `tier ${tier}`;
      return [`Bid ${id} of buyer ${buyer}, ${net} CPM net, in ${taken}: ${outcome}.`, more(bid)].join(' ').trimEnd();
    }),
  ];
}

/** Tiers that a sentence about a bid names. */
const mostMissed = 3;

/** Why a tier that prefers the bid's buyer did not take the bid; null: it does not name it, excludes it, or took it. */
function missText({ tier_id: tier, member_action: action, result, detail }: Bid['tiers'][number]): string | null {
  if (action === 'exclude') return null;
  const { price_needed: needed, max_forgone: limit, cost } = detail as Readonly<Record<string, number | null>>;
  const gross = needed === null ? 'takes it at no price' : `needs ${needed} CPM gross`;
  switch (result) {
    case 'below_min_price':
      return `tier ${tier} ${gross}`;
    case 'too_costly':
      return `tier ${tier} prefers it at a cost of at most ${limit} CPM, here ${cost}, and ${gross}`;
    case 'profile_mismatch':
      return `tier ${tier} is for other impressions`;
    default:
      return null;
  }
}

function missedText({ tiers }: Bid): string {
  const missed = tiers.map(missText).filter((text) => text !== null);
  return missed.length === 0 ? '' : `Tiers for its buyer: ${missed.slice(0, mostMissed).join('; ')}.`;
}

function neededText({ min_to_win: least, min_to_win_reason: why, outcome }: Bid): string {
  if (least === null || least === undefined) return `No price would have won: ${why ?? 'it is not known'}.`;
  return `It would ${outcome === 'won' ? 'still ' : ''}have won with ${least} CPM gross, all else unchanged.`;
}

const sampled = ({ auctions, auctions_decided: decided, hours, hours_recorded: all }: RecordedAnswer['sample']) =>
  `Read ${english.counted(auctions, 'recorded auction')} of about ${english.count(decided)} decided, in ${hours} of ${english.counted(all, 'recorded hour')}.`;

const periodOf = (log: Simulated['simulation']['log']): string =>
  log.kind === 'recorded'
    ? `recorded from ${dateText(Date.parse(log.from))} to ${dateText(Date.parse(log.to))} UTC`
    : `of a ${log.kind} log`;

type Draft = Outputs['draft']['update'];

function draftText({ id, ym_profile_id: ymProfileId, state, edits, asked_by: by }: Draft): string {
  const asked = by === null ? '' : `, waiting for a publisher, asked by ${by}`;
  return `Draft ${id} of ym-profile ${ymProfileId} is ${state}${asked}, with ${english.counted(edits.length, 'object')} changed`;
}

function proposalText(proposal: AdviceProposal, currency: string): string {
  const { state, changes, gain, interval, judged_days: days, verdict, losers, promise_price: price } = proposal;
  const bounds =
    interval === null
      ? 'no interval'
      : `95 % from ${range(Number(interval.low), Number(interval.high), english.money)}`;
  const tried = verdict === null ? '' : ` A try on all days says: ${verdict.summary}`;
  const kept = price === null ? '' : ` All promises are kept at ${english.percent(price.share, 0)} of their price.`;
  const unsure = proposal.commitments.every(({ is_kept: isKept }) => isKept)
    ? ''
    : ' The days do not show that it keeps what was promised.';
  const less = losers.length === 0 ? '' : ` Less from ${losers.map((one) => one.name ?? one.id).join(', ')}.`;
  return `${state}: ${changes.join('; ')}: ${signed(Number(gain), english.money)} ${currency} of net a day (${bounds}) on ${english.counted(days, 'day')} that it was not chosen on.${tried}${kept}${unsure}${less}`;
}

const armText = ({ auctions, earned }: { readonly auctions: number; readonly earned: string }, currency: string) =>
  `${english.counted(auctions, 'auction')} earned ${english.money(Number(earned))} ${currency}`;

/**
 * The sentences of each tool's answer, with figures, period, zone, currency and how certain they are. The second argument
 * is the currency of answers that do not name theirs.
 */
export const say = {
  today: ({ sentences }: Outputs['today']['tell']): Said => sentences.map(({ text, link }) => `${link}: ${text}`),

  report: (page: Outputs['report']['rows']): Said => {
    const { items, start_date: start, end_date: end, timezone, currency, complete_to: until } = page;
    const net = items.reduce((sum, row) => sum + Number(row.net), 0);
    const won = items.reduce((sum, row) => sum + row.won, 0);
    return [
      `From ${start} to ${end} UTC (days and hours of ${timezone}) the rows shown have a net of ${english.money(net)} ${currency} from ${english.counted(won, 'bid')} won: ${english.counted(page.count, 'row')}${shownOf(page)}.`,
      `Every auction is counted exactly, up to ${until} UTC; money is what was earned, in ${currency}, and net_cpm a price for 1,000.`,
      ...page.left_out,
    ];
  },

  movement: ({ sentences, periods: { from, against }, timezone, currency, auctions }: MovementAnswer): Said => [
    `Net from ${from.start} to ${from.end} against ${against.start} to ${against.end} UTC (days of ${timezone}), in ${currency}, estimated from ${english.count(auctions.from)} and ${english.count(auctions.against)} recorded auctions:`,
    ...sentences.map(({ text }) => text),
  ],

  alerts: (page: Outputs['alert']['list']): Said => {
    const open = page.items.filter(({ state }) => state === 'open');
    const said = open.slice(0, mostSaid).map(({ id, since, sentence, every_days: days }) => {
      const often = `By chance this happens about once in ${english.counted(Math.round(days), 'day')}.`;
      return `Alert ${id}, since ${since} UTC: ${sentence}${days > 0 ? ` ${often}` : ''}`;
    });
    if (page.count === 0) return ['No such alert, open or closed.'];
    return [
      `${english.counted(page.count, 'alert')}${shownOf(page)}, ${english.count(open.length)} of these open.`,
      ...said,
    ];
  },

  tiers: (page: Outputs['tier']['list']): Said => [
    `${english.counted(page.count, 'live tier')}${shownOf(page)}, the state of this moment; a higher priority is checked first, and minimums are net CPM prices.`,
  ],

  lint: ({ tiers, findings, draft_id: draft }: Outputs['ymProfile']['lint']): Said => {
    const where = draft === null ? 'live tiers' : `tiers of draft ${draft}`;
    return [
      `Lint finds ${english.counted(findings.length, 'thing')} in the ${english.count(tiers)} ${where}, by rule and without a doubt.`,
      ...findings.slice(0, mostSaid).map(({ severity, message, advice }) => `${severity}: ${message} ${advice}`),
    ];
  },

  history: (page: Outputs['ymProfile']['history']): Said => [
    `${english.counted(page.count, 'step')}${shownOf(page)}, the newest first; times are UTC.`,
    ...page.items
      .slice(0, mostSaid)
      .map(({ time, user, kind, summary }) => `${time}, ${user} (${kind}): ${summary.slice(0, mostSaid).join('; ')}`),
  ],

  found: ({ found, sample }: RecordedAnswer): Said => {
    const auctions = found?.auctions ?? [];
    return [
      sampled(sample),
      `${english.counted(found?.count ?? 0, 'auction meets', 'auctions meet')} the conditions, ${auctions.length} of them here; times are UTC, prices CPM, decided again under the tiers asked for.`,
      ...auctions.slice(0, mostSaid).map(({ id, time_ms: timeMs, bids, bid, winner }) => {
        const of = bid === null ? '' : `: buyer ${bid.buyer_id} bid ${bid.gross} gross, ${bid.net} net: ${bid.outcome}`;
        const won = winner === null ? 'nobody won' : `buyer ${winner.buyer_id} won and pays ${winner.pays}`;
        return `Auction ${id} at ${dateText(timeMs)}, ${english.counted(bids, 'bid')}${of}; ${won}.`;
      }),
    ];
  },

  explained: (answer: RecordedAnswer): Said => [...auctionTexts(answer, missedText), sampled(answer.sample)],

  needed: (answer: RecordedAnswer): Said => auctionTexts(answer, neededText),

  draft: (draft: Draft): Said => [
    `${draftText(draft)}; it changes nothing live.`,
    `Its entity tag is ${draft.etag}: send it as if_match with the next change.`,
  ],

  drafts: (page: Outputs['draft']['list']): Said => [
    `${english.counted(page.count, 'draft')}${shownOf(page)}, of which nothing is live; minimums are net CPM prices.`,
    ...page.items.slice(0, mostSaid).map((draft) => `${draftText(draft)}, last by ${draft.changed_by}.`),
  ],

  asked: ({ id, ym_profile_id: ymProfileId, asked_by: by, asked_at: at }: Outputs['draft']['ask']): Said => [
    `Draft ${id} waits for a publisher of the seller, asked by ${by} at ${at} UTC; each gets an alert with the difference, the verdict and the note.`,
    `Nothing is live until a person publishes it in the page: /app/draft?ym=${ymProfileId}`,
  ],

  simulation: (found: Simulated): Said => {
    const { id, state, progress, log } = found.simulation;
    if (!('report' in found)) {
      return [
        `Simulation ${id} is ${state}, ${english.percent(progress)} of it done: try_result with id ${id} gives its result.`,
      ];
    }
    const { report } = found;
    const period = periodOf(log);
    if (isAdvice(report)) {
      const { currency, proposals, says, auctions, time_zone: zone } = report;
      const shown = proposals.filter((one) => one.state !== 'dominated');
      return [
        `Advice from ${english.counted(auctions, 'auction')} ${period} (days of ${zone}), money in ${currency}: ${english.counted(shown.length, 'proposal')}.`,
        ...shown.slice(0, mostSaid).map((one) => proposalText(one, currency)),
        ...says,
      ];
    }
    const { verdict, currency, auctions, method } = report;
    return [
      verdict.summary,
      `Compared on ${english.counted(auctions, 'auction')} ${period} (days of ${method.time_zone}), money in ${currency}.`,
      ...verdict.reasons.map(({ message }) => message),
    ];
  },

  plan: (plan: Outputs['experiment']['plan'], currency: string): Said => [
    `Worked out from ${english.counted(plan.recorded_auctions, 'recorded auction')} of the last week; a day in ${plan.timezone} has ${english.count(plan.auctions_per_day)} auctions and ${english.money(Number(plan.net_per_day))} ${currency} of net.`,
    ...plan.designs.map(({ design, share, days: all }) => {
      const shown = all.map(({ percent, days }) => {
        const time = days === null ? 'over a year' : english.counted(days, 'day');
        return `${english.percent(percent / 100, 0, 2)} in ${time}`;
      });
      return `${design} with a share of ${share}: four of five such tests find an effect of ${shown.join(', ')}.`;
    }),
    ...plan.says,
  ],

  experiment: (
    { verdict, says, arms, total, start_at: start, timezone, days, days_left: left }: Outputs['experiment']['result'],
    currency: string,
  ): Said => [
    `${verdict}, on ${english.counted(days.length, 'day')} of ${timezone} since ${start ?? 'it began'} UTC: ${armText(arms.C, currency)} under the live tiers, and ${armText(arms.T, currency)} under the draft${left === null ? '' : `; ${english.counted(left, 'day')} left`}.`,
    total.interval === null
      ? 'The effect has no interval yet.'
      : `The draft brings ${signed(Number(total.per_thousand), english.money)} ${currency} per 1,000 auctions, 95 % from ${range(Number(total.interval.low), Number(total.interval.high), english.money)}, valid however often it is read.`,
    ...says,
  ],
};
