import type { CompareReport } from '../../schema/compare-report.ts';
import type { Recommendation } from '../../schema/verdict.ts';
import { smallChartHtml } from '../chart/chart.ts';
import { drawInterval } from '../chart/interval.ts';
import {
  compactMoney,
  count,
  counted,
  moneyFormat,
  percent,
  prose,
  signedCount,
  signedPerCent,
} from '../../figure/page.ts';
import type { Html } from '../kit/html.ts';
import { html } from '../kit/html.ts';
import type { Tile } from '../kit/part.ts';
import { tilesHtml } from '../kit/part.ts';

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
${verdictHtml(report)}
${effectHtml(report)}
</div>
${tilesHtml(tilesOf(report))}`;
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

function verdictHtml({ verdict, support, lint }: CompareReport): Html {
  const { decision: recommendation, summary, reasons, rule } = verdict;
  const [sign, word] = recommendationWords[recommendation];
  const pointers = [
    support.warnings.length === 0
      ? null
      : html`<a href="#warnings">${counted(support.warnings.length, 'thing')} to bear in mind</a>`,
    lint.findings.length === 0 ? null : html`<a href="#lint">${counted(lint.findings.length, 'lint finding')}</a>`,
  ].filter((pointer) => pointer !== null);
  return html`<section class="card verdict ${recommendation}" aria-labelledby="verdict-title">
<h2 id="verdict-title"><span class="sign" aria-hidden="true">${sign}</span> ${word}</h2>
<p class="summary">${withoutWord(summary, word)}</p>
<ul class="reasons">${reasons.map(({ message }) => html`<li>${prose(message)}</li>`)}</ul>
${pointers.length === 0 ? null : html`<p class="pointers">${pointers.map((pointer, at) => [at === 0 ? '' : ' · ', pointer])}</p>`}
</section>
<section class="card rule-card" aria-labelledby="rule-title">
<h2 id="rule-title">The rule, in the order asked</h2>
<ol class="rule">${rule.map((line) => ruleHtml(prose(line), line.startsWith(`${word}:`)))}</ol>
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

function effectHtml({ net_to_seller: net, auctions, preference }: CompareReport): Html {
  const { current, draft, difference, interval, per_cent: perCent, per_cent_interval: perCentInterval } = net;
  const money = moneyFormat([difference]);
  const levels = moneyFormat([current, draft]);
  const forgone = moneyFormat([preference.forgone.current, preference.forgone.draft]);
  const words =
    interval === null
      ? 'The log is too small for an interval.'
      : `95\u00a0% interval: ${money.signed(interval.low)} to ${money.signed(interval.high)}`;
  const perCents =
    perCentInterval === null
      ? ''
      : ` (${signedPerCent(perCentInterval.low)} to ${signedPerCent(perCentInterval.high)})`;
  const perThousand = net.per_thousand_auctions;
  const estimate = {
    value: Number(difference),
    interval: interval === null ? null : { low: Number(interval.low), high: Number(interval.high) },
    word: compactMoney,
  };
  return html`<section class="card effect-card" aria-labelledby="effect-title">
<h2 id="effect-title">Net to the seller, draft less current</h2>
<p class="big ${toneClass(difference)}">${money.signed(difference)}</p>
<p class="under">${perCent === null ? '' : `${signedPerCent(perCent)}${perCents}`}</p>
${smallChartHtml({
  id: 'effect-interval',
  title: 'The difference in net revenue with its 95 % interval',
  description: `${money.signed(difference)}. ${words}`,
  draw: (widthPx) => drawInterval(estimate, widthPx),
})}
<p>${words}</p>
<dl class="pairs">
<div><dt>Current</dt><dd>${levels.plain(current)}</dd></div>
<div><dt>Draft</dt><dd>${levels.plain(draft)}</dd></div>
<div><dt>In a thousand auctions</dt><dd>${perThousand === null ? 'no auctions' : moneyFormat([perThousand]).signed(perThousand)}</dd></div>
<div><dt>Forgone by preferring</dt><dd>${forgone.plain(preference.forgone.current)}, draft ${forgone.plain(preference.forgone.draft)}</dd></div>
</dl>
${preference.sentence === null ? null : html`<p>${preference.sentence}</p>`}
<p class="note">Over ${counted(auctions, 'auction')}, the same ones both ways.</p>
</section>`;
}

function toneClass(units: string): string {
  const value = Number(units);
  if (value === 0) return 'even';
  return value < 0 ? 'down' : 'up';
}

function tilesOf({ support, totals, gross_paid: gross, auctions }: CompareReport): Tile[] {
  const paid = moneyFormat([gross.current, gross.draft]);
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
      note: `${moneyFormat([support.touched_revenue]).plain(support.touched_revenue)} of the current net`,
    },
    {
      label: 'Auctions sold',
      value: sold === 0 ? 'the same' : signedCount(sold),
      note: `${counted(totals.draft.sold, 'auction')}, fill ${percent(totals.draft.fill)}`,
    },
    {
      label: 'Paid by buyers',
      value: moneyFormat([gross.difference]).signed(gross.difference),
      note: `${paid.plain(gross.current)} to ${paid.plain(gross.draft)}`,
    },
  ];
}
