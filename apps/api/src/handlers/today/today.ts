import { addDays, calendarOf, formatIn } from '@auction-tiers/calendar';
import type {
  Alert,
  CallContext,
  Handlers,
  MovementAnswer,
  Page,
  ReportPage,
  TodayAnswer,
  TodayInput,
  TodayTopic,
  UsualDay,
} from '@auction-tiers/contract';
import { dateText } from '@auction-tiers/contract';
import { english } from '@auction-tiers/figure';
import type { Deps } from '../request/deps.ts';

/** The handlers whose answers today is worded from. */
type Told = Pick<Handlers, 'report' | 'usual' | 'movement'> & {
  readonly alert: Pick<Handlers['alert'], 'list'>;
  readonly draft: Pick<Handlers['draft'], 'list'>;
  readonly ymProfile: Pick<Handlers['ymProfile'], 'history' | 'lint'>;
};

type HistoryPage = Awaited<ReturnType<Told['ymProfile']['history']>>;

/** Rows of a kind that a sentence is about. */
const mostRows = 3;

/** The present day of a ym-profile in five sentences, each made from the answer of the operation that it is about. */
export function todayHandlers({ channelSender }: Pick<Deps, 'channelSender'>, handlers: Told): Handlers['today'] {
  return {
    async tell(call, input): Promise<TodayAnswer> {
      const { ym_profile_id: id } = input;
      const usual = await handlers.usual.day(call, input);
      const { timezone, date, currency } = usual;
      const report = await handlers.report.rows(call, { ...input, start_date: date });
      const movement = await handlers.movement.tell(call, input);
      const since = dateText(calendarOf(timezone).startOf(addDays(date, -1)));
      const history = await handlers.ymProfile.history(call, {
        id,
        member_id: input.member_id,
        start_date: since,
        num_elements: mostRows,
      });
      const { alerts, attention } = await needsAttention(handlers, call, input, usual);
      const said: readonly (readonly [TodayTopic, string, string])[] = [
        ['figures', figuresText(report, usual), 'today'],
        ['movement', movementText(movement), 'movement'],
        ['changes', changesText(history, since), 'history'],
        ['alerts', alertsText(alerts), 'alerts'],
        ['attention', attention, 'draft'],
      ];
      return {
        ym_profile_id: id,
        date,
        timezone,
        currency,
        complete_to: report.complete_to,
        sentences: said.map(([about, text, room]) => {
          const path = `/${room}?ym=${id}`;
          return { about, text, link: channelSender.linkTo(path) ?? `/app${path}` };
        }),
      };
    },
  };
}

function figuresText({ items, complete_to, currency, timezone }: ReportPage, { day, is_learning }: UsualDay): string {
  const [row] = items;
  const until = formatIn(timezone, 'en-US', { weekday: 'long', hour: '2-digit', minute: '2-digit', hour12: false });
  const when = `${until.format(Date.parse(`${complete_to.replace(' ', 'T')}Z`))} (${timezone})`;
  const { auctions = 0, sold = 0, net = '0', net_cpm: cpm = null } = row ?? {};
  const price = cpm === null ? '' : `, at a net CPM of ${english.decimal(Number(cpm), 2)} ${currency}`;
  const sales = auctions === 0 ? '' : `, ${english.percent(sold / auctions)} of them sold${price}`;
  const counted = `Today until ${when}, net is ${english.money(Number(net))} ${currency} from ${english.counted(auctions, 'auction')}${sales}; every auction is counted.`;
  if (is_learning || day.net === null) return `${counted} What is usual is not known yet: it takes two weeks.`;
  const { low, high } = day.net;
  return `${counted} On 19 of 20 such days net lies between ${english.money(low)} and ${english.money(high)} ${currency} by then.`;
}

function movementText({ sentences, periods: { from, against }, timezone }: MovementAnswer): string {
  const [net, cause] = sentences;
  const text = [net?.text, cause?.text].filter((one) => one !== undefined).join(' ');
  return `From ${from.start} to ${from.end} UTC against ${against.start} to ${against.end} UTC (days of ${timezone}): ${text}`;
}

function changesText({ items, count }: HistoryPage, since: string): string {
  const [newest] = items;
  if (newest === undefined) return `The live tiers have not changed since ${since} UTC.`;
  const { time, user, summary } = newest;
  const more = summary.length > 1 ? ` and ${english.counted(summary.length - 1, 'more change')}` : '';
  return `The live tiers have changed in ${english.counted(count, 'step')} since ${since} UTC; the newest, by ${user} at ${time} UTC: ${summary[0] ?? 'nothing that is left'}${more}.`;
}

function alertsText({ count, items }: Page<Alert>): string {
  const [newest] = items;
  if (newest === undefined) return 'No alert is open.';
  return `${english.counted(count, 'alert is', 'alerts are')} open; the newest, since ${newest.since} UTC: ${newest.sentence}`;
}

/** The open alerts, and what else needs a person: drafts that wait, errors of lint, quiet buyers. */
async function needsAttention(
  { alert, draft, ymProfile }: Told,
  call: CallContext,
  { ym_profile_id: id, member_id }: TodayInput,
  { quiet_buyers: quiet }: UsualDay,
): Promise<{ readonly alerts: Page<Alert>; readonly attention: string }> {
  const ofYmProfile = { member_id, num_elements: mostRows };
  const alerts = await alert.list(call, {
    ...ofYmProfile,
    sort: 'since.desc',
    filter: { state: 'open', ym_profile_id: id },
  });
  const waiting = await draft.list(call, { ...ofYmProfile, filter: { approval_asked: true, ym_profile_id: id } });
  const { findings } = await ymProfile.lint(call, { id, member_id });
  const errors = findings.filter(({ severity }) => severity === 'error');
  const found = [
    ...waiting.items.map((one) => `draft ${one.id} waits for a publisher, asked by ${one.asked_by ?? one.changed_by}`),
    ...errors.slice(0, 1).map(({ message }) => `lint finds ${english.counted(errors.length, 'error')}: ${message}`),
    ...quiet.slice(0, 1).map((one) => `buyer ${one.buyer_id} has not bid since ${one.since} UTC`),
  ];
  const attention = found.length === 0 ? 'no draft waits, lint finds no error, and no buyer has gone quiet' : '';
  return { alerts, attention: `To look at: ${attention}${found.join('; ')}.` };
}
