import type { Estimate } from '@auction-tiers/chart';
import { drawInterval } from '@auction-tiers/chart';
import type { CompareReport, Recommendation } from '@auction-tiers/contract/compare-report';
import { toldWarnings } from '@auction-tiers/contract/compare-report';
import type { Block, Fact, Inline } from '@auction-tiers/report-document';
import {
  boundsInBrackets,
  boundsText,
  card,
  count,
  counted,
  details,
  facts,
  group,
  linkTo,
  list,
  moneyFormat,
  only,
  percent,
  said,
  sentence,
  sign,
  signedCount,
  signedPerCent,
  strong,
} from '@auction-tiers/report-document';
import { capital, confidenceOf } from '../../figure/text.ts';
import { withRemedy } from './remedy.ts';

/** Each recommendation as a sign and a word, so that it can be read without its colour. */
const recommendationWords: Readonly<Record<Recommendation, readonly [sign: string, word: string]>> = {
  launch: ['✓', 'Launch'],
  test_first: ['?', 'Test first'],
  hold: ['✕', 'Hold'],
  no_effect: ['=', 'No effect'],
  cannot_say: ['–', 'Cannot say'],
};

/** The first screen: what the draft changes, the verdict with its rule, the difference with its interval, and what changes. */
export const openingBlocks = (report: CompareReport): Block[] => [
  card('difference', 'difference', 'What the draft changes', differenceBlocks(report)),
  group('opening', [
    group('stack', [verdictCard(report), facts(tilesOf(report), 'tiles'), ...preferenceCard(report)]),
    card('effect-card', 'effect', 'Net to the seller, draft less current', effectBlocks(report)),
  ]),
];

/** Changes that are shown at once; the others can be opened. */
const shownChanges = 6;

function differenceBlocks({ difference: { summary } }: CompareReport): Block[] {
  if (summary.length === 0) return [sentence('No tier and no profile.', 'plain')];
  const more = summary.slice(shownChanges);
  return [
    list(summary.slice(0, shownChanges)),
    ...(more.length === 0
      ? []
      : [details('plain', counted(more.length, 'more line'), [list(more)], { isInText: true })]),
  ];
}

function verdictCard(report: CompareReport): Block {
  const { verdict, lint, input } = report;
  const { first, others } = toldWarnings(report);
  const { decision: recommendation, summary, reasons, rule } = verdict;
  const [picture, word] = recommendationWords[recommendation];
  const messages = [...reasons, ...first].map((one) => withRemedy(one, report));
  const paths = input.files.map(({ file }) => file);
  const pointers = [
    ...(others.length === 0 ? [] : [linkTo('warnings', `${counted(others.length, 'more thing')} to bear in mind`)]),
    ...(lint.findings.length === 0 ? [] : [linkTo('lint', counted(lint.findings.length, 'issue'))]),
  ];
  const rules = rule.map((line) =>
    line.startsWith(`${word}:`)
      ? { text: [line, ' ', strong('This one holds.')], tone: 'applied' as const }
      : { text: line },
  );
  const lead = `${word}: `;
  return card(
    `verdict ${recommendation}`,
    'verdict',
    [sign(picture), word],
    [
      // The heading is its first word.
      only('file', sentence(capital(summary.startsWith(lead) ? summary.slice(lead.length) : summary), 'summary')),
      only('text', sentence(summary)),
      list(messages.map((message) => ({ text: said(message, paths) }))),
      ...(pointers.length === 0
        ? []
        : [
            only(
              'file',
              sentence(
                pointers.map((pointer, at): Inline => [at === 0 ? '' : ' · ', pointer]),
                'pointers',
              ),
            ),
          ]),
      details(
        'rule-card',
        'The rule of the verdict',
        [sentence('The first of these that holds is the verdict.', 'note'), list(rules, 'rule')],
        { isInText: true },
      ),
    ],
  );
}

function effectBlocks(report: CompareReport): Block[] {
  const { currency, net_to_seller: net, auctions, preference, verdict, by_day: byDay } = report;
  const { current, draft, difference, interval, per_cent: perCent, per_cent_interval: perCents } = net;
  const money = moneyFormat(currency, [difference]);
  const levels = moneyFormat(currency, [current, draft]);
  const forgone = moneyFormat(currency, [preference.forgone.current, preference.forgone.draft]);
  const confidence = confidenceOf(report);
  const words = boundsText(interval, money.signed, 'The log is too small for an interval.');
  const [named, perThousand] = [
    interval === null ? words : `${confidence} interval: ${words}`,
    net.per_thousand_auctions,
  ];
  const tone = toneOf(difference, verdict.decision);
  const estimate = {
    value: Number(difference),
    interval: interval === null ? null : { low: Number(interval.low), high: Number(interval.high) },
    word: money.plain,
    tone,
  };
  const pairs: Fact[] = [
    ['Current to draft', `${levels.plain(current)} to ${levels.plain(draft)}`],
    ...(byDay.per_day === null ? [] : [spanFact('A day, on average', byDay.per_day, currency)]),
    ...(byDay.per_month === null
      ? []
      : [spanFact(counted(byDay.per_month.days, 'such day'), byDay.per_month, currency)]),
    [
      'A thousand auctions',
      perThousand === null ? 'no auctions' : moneyFormat(currency, [perThousand]).signed(perThousand),
    ],
    [
      'Forgone by preferring',
      `${forgone.plain(preference.forgone.current)} to ${forgone.plain(preference.forgone.draft)}`,
    ],
  ];
  return [
    sentence(money.signed(difference), `big ${({ gain: 'up', loss: 'down', even: 'even' } as const)[tone]}`),
    sentence(
      perCent === null
        ? ''
        : `${signedPerCent(perCent)}${boundsInBrackets(perCents, (one) => signedPerCent(Number(one)))}`,
      'under',
    ),
    {
      block: 'chart',
      width: 'card',
      chart: {
        id: 'effect-interval',
        title: `The difference in net revenue with its ${confidence} interval`,
        description: `${money.signed(difference)}. ${named}`,
        draw: (widthPx) => drawInterval(estimate, widthPx),
      },
    },
    sentence(named, 'plain'),
    facts(pairs, 'pairs'),
    sentence(`Over ${counted(auctions, 'auction')}, the same ones both ways.`, 'note'),
  ];
}

/** The difference in a day or month, with its interval. */
function spanFact(
  term: string,
  { difference, interval }: Pick<NonNullable<CompareReport['by_day']['per_month']>, 'difference' | 'interval'>,
  currency: string,
): Fact {
  const money = moneyFormat(currency, [difference]);
  return [term, money.signed(difference), boundsText(interval, money.signed)];
}

/** The part of the difference that comes from preferring tiers. */
function preferenceCard({ currency, preference: { sentence: words } }: CompareReport): Block[] {
  if (words === null) return [];
  return [card('', 'preference', 'Forgone by preferring', [sentence(withShortAmounts(words, currency), 'why-text')])];
}

/** A sentence with its exact amounts as short ones: `1.078535656 USD` becomes `$1.08`. */
function withShortAmounts(words: string, currency: string): string {
  const amount = new RegExp(`(-?\\d+\\.\\d{9}) ${currency}`, 'g');
  const money = moneyFormat(
    currency,
    Array.from(words.matchAll(amount), ([, units]) => units ?? null),
  );
  return words.replaceAll(amount, (_, units: string) => money.plain(units));
}

/** A difference is coloured as a gain or loss only where the verdict confirms it. */
function toneOf(units: string, decision: Recommendation): Estimate['tone'] {
  const value = Number(units);
  if (value === 0 || (decision !== 'launch' && decision !== 'hold')) return 'even';
  return value < 0 ? 'loss' : 'gain';
}

function tilesOf(report: CompareReport): Fact[] {
  const { currency, support, totals, gross_paid: gross, auctions } = report;
  const paid = moneyFormat(currency, [gross.current, gross.draft]);
  const paidMore = moneyFormat(currency, [gross.difference]);
  const sold = totals.draft.sold - totals.current.sold;
  const { touched_revenue_share: share, touched_revenue: revenue } = support;
  return [
    [
      'Auctions that change',
      percent(support.touched_share),
      `another winner or price in ${count(support.touched_auctions)} of ${count(auctions)}`,
    ],
    [
      'Revenue in them',
      share === null ? 'none' : percent(share),
      `${moneyFormat(currency, [revenue]).plain(revenue)} of the current net`,
    ],
    [
      'Auctions sold',
      sold === 0 ? 'the same' : signedCount(sold),
      `${counted(totals.draft.sold, 'auction')}, fill ${percent(totals.draft.fill)}`,
    ],
    [
      'Paid by buyers',
      paidMore.signed(gross.difference),
      `${paid.plain(gross.current)} to ${paid.plain(gross.draft)}${gross.per_cent === null ? '' : `, ${signedPerCent(gross.per_cent)}`}${gross.interval === null ? '' : `; ${confidenceOf(report)} interval ${boundsText(gross.interval, paidMore.signed)}`}`,
    ],
  ];
}
