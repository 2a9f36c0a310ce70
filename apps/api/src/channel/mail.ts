import { type Day, formatIn } from '@auction-tiers/calendar';
import { type Alert, alertWords, cut, epochMsOf } from '@auction-tiers/contract';
import { html, type Html } from '@auction-tiers/chart';
import { english } from '@auction-tiers/figure';

export interface Mail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments?: readonly {
    readonly filename: string;
    readonly content: string | Buffer;
    readonly contentType: string;
    readonly cid?: string;
  }[];
}

export interface Link {
  readonly to: string;
  readonly words: string;
}

/** A row of a mail: a label and its value. */
export type Row = readonly [name: string, value: string];

interface Content {
  readonly title: string;
  readonly lines: readonly string[];
  /** An attached picture. */
  readonly picture?: { readonly cid: string; readonly words: string };
  readonly rows: readonly Row[];
  readonly links: readonly Link[];
  readonly foot: string;
}

const style = `
body { margin: 0; background: #f4f4f2; color: #1c1c1a; }
.card { background: #ffffff; border: 1px solid #dcdcd6; }
.muted { color: #5c5c56; }
a { color: #1a56b0; }
@media (prefers-color-scheme: dark) {
  body { background: #161614 !important; color: #ecece6 !important; }
  .card { background: #222220 !important; border-color: #3c3c38 !important; }
  .muted { color: #a6a69e !important; }
  a { color: #8ab4f8 !important; }
}`;
const font = 'font-family: system-ui, -apple-system, Segoe UI, Roboto, Helvetica, Arial, sans-serif';
const cell = `padding: 4px 16px 4px 0; font-size: 14px; vertical-align: top`;

/** A mail as plain text and as HTML tables, without scripts and without remote content. */
export function mailWith({ title, lines, picture, rows, links, foot }: Content, subject = title): Mail {
  const shown: Html = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${title}</title><style>${style}</style></head>
<body><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding: 24px 12px">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" style="max-width: 600px; border-radius: 8px; text-align: left; ${font}">
<tr><td style="padding: 24px">
<h1 style="margin: 0 0 12px; font-size: 20px; line-height: 1.3">${title}</h1>
${lines.map((line) => html`<p style="margin: 0 0 8px; font-size: 15px; line-height: 1.5">${line}</p>`)}
${picture === undefined ? '' : html`<img src="cid:${picture.cid}" alt="${picture.words}" width="550" style="display: block; width: 100%; height: auto; margin: 8px 0">`}
${
  rows.length === 0
    ? ''
    : html`<table cellpadding="0" cellspacing="0" style="margin: 8px 0">${rows.map(
        ([name, value]) =>
          html`<tr><td class="muted" style="${cell}">${name}</td><td style="${cell}">${value}</td></tr>`,
      )}</table>`
}
${links.map(({ to, words }) => html`<p style="margin: 16px 0 0; font-size: 15px"><a href="${to}">${words}</a></p>`)}
</td></tr></table>
<p class="muted" style="margin: 12px 0 0; font-size: 12px; ${font}">${foot}</p>
</td></tr></table></body></html>
`;
  const text = [
    title,
    '',
    ...lines,
    ...(rows.length === 0 ? [] : ['', ...rows.map(([name, value]) => `${name}: ${value}`)]),
    ...(links.length === 0 ? [] : ['', ...links.map(({ to, words }) => `${words}: ${to}`)]),
    '',
    `-- `,
    foot,
  ].join('\n');
  // A line break would begin another header.
  return { subject: cut(subject.replaceAll(/[\s\p{Cc}]+/gu, ' '), 200), text, html: String(shown) };
}

/** A link where the installation has said where its page is. */
export const linksOf = (to: string | null, words: string): readonly Link[] => (to === null ? [] : [{ to, words }]);

const momentForm = { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const;

/** `Sat, 21 Nov, 08:15 (America/New_York)`. */
export const momentOf = (ms: number, timezone: string): string =>
  `${formatIn(timezone, 'en-GB', momentForm).format(ms)} (${timezone})`;

/** A time of the service in the words of the seller's time zone; a text that is none stays as it is. */
export function momentWords(text: string, timezone: string): string {
  // A time of a report may have a fraction of a second, which is not shown.
  const ms = epochMsOf(text.replace(/\.\d+$/, ''));
  return ms === undefined ? text : momentOf(ms, timezone);
}

const dayForm = { weekday: 'short', day: 'numeric', month: 'short' } as const;

/** `Sat, 21 Nov`. */
export const dayWords = (day: Day): string => formatIn('UTC', 'en-GB', dayForm).format(Date.parse(`${day}T00:00:00Z`));

/** The mail of one alert. */
export function mailOf({
  title,
  alert,
  member,
  sites,
  timezone,
  currency,
  link,
  subject,
}: {
  readonly title: string;
  readonly alert: Alert;
  readonly member: string;
  readonly sites: string | null;
  readonly timezone: string;
  readonly currency: string;
  readonly link: string | null;
  readonly subject: Link | null;
}): Mail {
  const { since, closed_on: closedOn, also, every_days: everyDays, net_difference: money } = alert;
  const kinds = alertWords(also ?? '');
  const rows: Row[] = [
    ...(sites === null ? [] : [['Group of sites', sites] as const]),
    ...(money === null ? [] : [['Effect on net', `${english.decimal(Number(money), 2)} ${currency}`] as const]),
    ['Since', momentWords(since, timezone)],
    ...(closedOn === null ? [] : [['Until', momentWords(closedOn, timezone)] as const]),
    ...(kinds.length === 0 ? [] : [['Also unusual', kinds.join(', ')] as const]),
    ...(everyDays === 0
      ? []
      : [['By chance alone', `about once in ${Math.max(1, Math.round(everyDays))} days`] as const]),
  ];
  const foot = `Alert for ${member}. Managers choose under Today, Alerts, what is sent, where and when.`;
  const links = [...(subject === null ? [] : [subject]), ...linksOf(link, 'See the alert')];
  return mailWith({ title, lines: [], rows, links, foot });
}
