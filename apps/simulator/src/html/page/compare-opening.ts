import { firstWarnings, type CompareReport, type Recommendation } from '@auction-tiers/contract/compare-report';
import type { Estimate, Html } from '@auction-tiers/chart';
import { drawInterval, html, chartHtml } from '@auction-tiers/chart';
import {
  count,
  counted,
  moneyFormat,
  percent,
  prose,
  shortMoney,
  signedCount,
  signedPerCent,
} from '../../figure/page.ts';
import { confidenceOf } from '../../figure/text.ts';
import type { Tile } from '../kit/part.ts';
import { tilesHtml, withoutFolders } from '../kit/part.ts';

/** Each recommendation as a sign and a word, so that it can be read without its colour. */
const recommendationWords: Readonly<Record<Recommendation, readonly [sign: string, word: string]>> = {
  launch: ['✓', 'Launch'],
  test_first: ['?', 'Test first'],
  hold: ['✕', 'Hold'],
  no_effect: ['=', 'No effect'],
  cannot_say: ['–', 'Cannot say'],
};

/** The first screen: what the draft changes, the verdict with its rule, the difference with its interval, and what changes. */
export function openingHtml(report: CompareReport): Html {
  return html`${differenceHtml(report)}
<div class="opening">
<div class="stack">
${verdictHtml(report)}
${tilesHtml(tilesOf(report))}${preferenceHtml(report)}
</div>
${effectHtml(report)}
</div>`;
}

/** Changes that are shown at once; the others can be opened. */
const shownChanges = 6;

function differenceHtml({ difference: { summary } }: CompareReport): Html {
  const more = summary.slice(shownChanges);
  return html`<section class="card difference" aria-labelledby="difference-title">
<h2 id="difference-title">What the draft changes</h2>
${summary.length === 0 ? html`<p>No tier and no profile.</p>` : listHtml(summary.slice(0, shownChanges))}
${more.length === 0 ? null : html`<details><summary>${counted(more.length, 'more line')}</summary>${listHtml(more)}</details>`}
</section>`;
}

function listHtml(lines: readonly string[]): Html {
  return html`<ul class="reasons">${lines.map((line) => html`<li>${line}</li>`)}</ul>`;
}

function verdictHtml(report: CompareReport): Html {
  const { verdict, support, lint, input } = report;
  const { decision: recommendation, summary, reasons, rule } = verdict;
  const [sign, word] = recommendationWords[recommendation];
  const said = [...reasons.map(({ message }) => message), ...firstWarnings(report)];
  const paths = input.files.map(({ file }) => file);
  const pointers = [
    support.warnings.length === 0
      ? null
      : html`<a href="#warnings">${counted(support.warnings.length, 'thing')} to bear in mind</a>`,
    lint.findings.length === 0 ? null : html`<a href="#lint">${counted(lint.findings.length, 'lint finding')}</a>`,
  ].filter((pointer) => pointer !== null);
  return html`<section class="card verdict ${recommendation}" aria-labelledby="verdict-title">
<h2 id="verdict-title"><span class="sign" aria-hidden="true">${sign}</span> ${word}</h2>
<p class="summary">${withoutWord(summary, word)}</p>
<ul class="reasons">${said.map((message) => html`<li>${prose(withoutFolders(message, paths))}</li>`)}</ul>
${pointers.length === 0 ? null : html`<p class="pointers">${pointers.map((pointer, at) => [at === 0 ? '' : ' · ', pointer])}</p>`}
<details class="rule-card"><summary>The rule of the verdict</summary>
<p class="note">The first of these that holds is the verdict.</p>
<ol class="rule">${rule.map((line) => ruleHtml(prose(line), line.startsWith(`${word}:`)))}</ol>
</details>
</section>`;
}

function ruleHtml(line: string, isApplied: boolean): Html {
  return isApplied
    ? html`<li class="applied" aria-current="true">${line} <b>This one holds.</b></li>`
    : html`<li>${line}</li>`;
}

/** The summary without its first word, which is the heading: `Launch: the draft brings more.` */
function withoutWord(summary: string, word: string): string {
  const rest = summary.startsWith(`${word}: `) ? summary.slice(word.length + 2) : summary;
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}

function effectHtml(report: CompareReport): Html {
  const { currency, net_to_seller: net, auctions, preference, verdict, by_day: byDay } = report;
  const { current, draft, difference, interval, per_cent: perCent, per_cent_interval: perCentInterval } = net;
  const money = moneyFormat([difference], currency);
  const levels = moneyFormat([current, draft], currency);
  const forgone = moneyFormat([preference.forgone.current, preference.forgone.draft], currency);
  const words =
    interval === null
      ? 'The log is too small for an interval.'
      : `${prose(confidenceOf(report))} interval: ${money.signed(interval.low)} to ${money.signed(interval.high)}`;
  const perCents =
    perCentInterval === null
      ? ''
      : ` (${signedPerCent(perCentInterval.low)} to ${signedPerCent(perCentInterval.high)})`;
  const perThousand = net.per_thousand_auctions;
  const tone = toneOf(difference, verdict.decision);
  const estimate = {
    value: Number(difference),
    interval: interval === null ? null : { low: Number(interval.low), high: Number(interval.high) },
    word: shortMoney(currency),
    tone,
  };
  return html`<section class="card effect-card" aria-labelledby="effect-title">
<h2 id="effect-title">Net to the seller, draft less current</h2>
<p class="big ${bigClasses[tone]}">${money.signed(difference)}</p>
<p class="under">${perCent === null ? '' : `${signedPerCent(perCent)}${perCents}`}</p>
${chartHtml({
  id: 'effect-interval',
  title: `The difference in net revenue with its ${confidenceOf(report)} interval`,
  description: `${money.signed(difference)}. ${words}`,
  draw: (widthPx) => drawInterval(estimate, widthPx),
})}
<p>${words}</p>
<dl class="pairs">
<div><dt>Current to draft</dt><dd>${levels.plain(current)} to ${levels.plain(draft)}</dd></div>
${byDay.per_day === null ? null : spanHtml('A day, on average', byDay.per_day, currency)}${byDay.per_month === null ? null : spanHtml(counted(byDay.per_month.days, 'such day'), byDay.per_month, currency)}<div><dt>A thousand auctions</dt><dd>${perThousand === null ? 'no auctions' : moneyFormat([perThousand], currency).signed(perThousand)}</dd></div>
<div><dt>Forgone by preferring</dt><dd>${forgone.plain(preference.forgone.current)} to ${forgone.plain(preference.forgone.draft)}</dd></div>
</dl>
<p class="note">Over ${counted(auctions, 'auction')}, the same ones both ways.</p>
</section>`;
}

/** The difference in a day or month, with its interval below. */
function spanHtml(
  term: string,
  { difference, interval }: Pick<NonNullable<CompareReport['by_day']['per_month']>, 'difference' | 'interval'>,
  currency: string,
): Html {
  const money = moneyFormat([difference], currency);
  const range =
    interval === null ? null : html` <small>${money.signed(interval.low)} to ${money.signed(interval.high)}</small>`;
  return html`<div><dt>${term}</dt><dd>${money.signed(difference)}${range}</dd></div>
`;
}

/** The part of the difference that comes from preferring tiers. */
function preferenceHtml({ currency, preference: { sentence } }: CompareReport): Html | null {
  if (sentence === null) return null;
  return html`<section class="card" aria-labelledby="preference-title">
<h2 id="preference-title">Forgone by preferring</h2>
<p class="why-text">${withShortAmounts(sentence, currency)}</p>
</section>`;
}

/** A sentence with its exact amounts as short ones: `1.078535656 USD` becomes `$1.08`. */
function withShortAmounts(sentence: string, currency: string): string {
  const amount = new RegExp(`(-?\\d+\\.\\d{9}) ${currency}`, 'g');
  const money = moneyFormat(
    Array.from(sentence.matchAll(amount), ([, units]) => units ?? null),
    currency,
  );
  return sentence.replaceAll(amount, (_, units: string) => money.plain(units));
}

/** A difference is coloured as a gain or loss only where the verdict confirms it. */
function toneOf(units: string, decision: Recommendation): Estimate['tone'] {
  const value = Number(units);
  if (value === 0 || (decision !== 'launch' && decision !== 'hold')) return 'even';
  return value < 0 ? 'loss' : 'gain';
}

const bigClasses: Readonly<Record<Estimate['tone'], string>> = { gain: 'up', loss: 'down', even: 'even' };

function tilesOf({ currency, support, totals, gross_paid: gross, auctions }: CompareReport): Tile[] {
  const paid = moneyFormat([gross.current, gross.draft], currency);
  const sold = totals.draft.sold - totals.current.sold;
  const revenueShare = support.touched_revenue_share;
  return [
    {
      label: 'Auctions that change',
      value: percent(support.touched_share),
      note: `another winner or price in ${count(support.touched_auctions)} of ${count(auctions)}`,
    },
    {
      label: 'Revenue in them',
      value: revenueShare === null ? 'none' : percent(revenueShare),
      note: `${moneyFormat([support.touched_revenue], currency).plain(support.touched_revenue)} of the current net`,
    },
    {
      label: 'Auctions sold',
      value: sold === 0 ? 'the same' : signedCount(sold),
      note: `${counted(totals.draft.sold, 'auction')}, fill ${percent(totals.draft.fill)}`,
    },
    {
      label: 'Paid by buyers',
      value: moneyFormat([gross.difference], currency).signed(gross.difference),
      note: `${paid.plain(gross.current)} to ${paid.plain(gross.draft)}`,
    },
  ];
}
