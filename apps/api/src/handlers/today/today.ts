import { addDays, calendarOf } from '@auction-tiers/calendar';
import {
  type CallContext,
  dateText,
  type Handlers,
  type ReportPage,
  type TodayAnswer,
  type TodayInput,
  type UsualDay,
} from '@auction-tiers/contract';
import type { RoomPath } from '@auction-tiers/contract/rooms';
import { english } from '@auction-tiers/figure';
import { momentWords } from '../../channel/mail.ts';
import { say } from '../../saying/sentences.ts';
import type { Deps } from '../request/deps.ts';

/** The handlers whose answers today is worded from. */
type Told = Pick<Handlers, 'report' | 'usual' | 'movement' | 'alert' | 'draft' | 'experiment' | 'ymProfile'>;

/** Rows of a kind that a sentence is about. */
const mostRows = 3;

/** The present day of a ym-profile in five sentences, each made from the answer of the operation that it is about. */
export function todayHandlers({ channelSender }: Pick<Deps, 'channelSender'>, handlers: Told): Handlers['today'] {
  return {
    async tell(call, input): Promise<TodayAnswer> {
      const { ym_profile_id: id, member_id } = input;
      const usual = await handlers.usual.day(call, input);
      const { timezone, date, currency } = usual;
      const report = await handlers.report.rows(call, { ...input, start_date: date });
      const moved = say.movement(await handlers.movement.tell(call, input));
      const start_date = dateText(calendarOf(timezone).startOf(addDays(date, -1)));
      const asked = { member_id, num_elements: mostRows };
      const history = await handlers.ymProfile.history(call, { ...asked, id, start_date });
      const filter = { state: 'open', ym_profile_id: id };
      const alerts = await handlers.alert.list(call, { ...asked, sort: 'since.desc', filter });
      const said: readonly (readonly [room: RoomPath, text: string])[] = [
        ['/today', figuresText(report, usual)],
        ['/today/movement', moved.slice(0, 3).join(' ')],
        ['/history', `Steps of history since ${start_date} UTC: ${newestText(history.count, say.history(history))}`],
        ['/today/alerts', `Open alerts: ${newestText(alerts.count, say.alerts(alerts))}`],
        ['/draft', await attentionText(handlers, call, input, usual)],
      ];
      return {
        ym_profile_id: id,
        date,
        timezone,
        currency,
        complete_to: report.complete_to,
        sentences: said.map(([room, text]) => {
          const path = `${room}?ym=${id}`;
          return { text, link: channelSender.linkTo(path) ?? `/app${path}` };
        }),
      };
    },
  };
}

/** How many rows there are, and the newest in words. */
const newestText = (count: number, [, newest = '']: readonly string[]): string =>
  count === 0 ? 'none.' : `${english.count(count)}. The newest: ${newest}`;

function figuresText({ items, complete_to, currency, timezone }: ReportPage, { day, is_learning }: UsualDay): string {
  const [row] = items;
  const { auctions = 0, sold = 0, net = '0', net_cpm: cpm = null } = row ?? {};
  const price = cpm === null ? '' : `, at a net CPM of ${english.decimal(Number(cpm), 2)} ${currency}`;
  const sales = auctions === 0 ? '' : `, ${english.percent(sold / auctions)} of them sold${price}`;
  const counted = `Today until ${momentWords(complete_to, timezone)}, net is ${english.money(Number(net))} ${currency} from ${english.counted(auctions, 'auction')}${sales}; every auction is counted.`;
  if (is_learning) return `${counted} What is usual is not known yet: it takes two weeks.`;
  if (day.net === null) return counted;
  const { low, high } = day.net;
  return `${counted} On 19 of 20 such days net lies between ${english.money(low)} and ${english.money(high)} ${currency} by then.`;
}

/** What else needs a person: drafts that wait, live tests, errors of lint, quiet buyers. */
async function attentionText(
  { draft, experiment, ymProfile }: Told,
  call: CallContext,
  { ym_profile_id: id, member_id }: TodayInput,
  { quiet_buyers: quiet }: UsualDay,
): Promise<string> {
  const asked = { member_id, num_elements: mostRows };
  const waiting = await draft.list(call, { ...asked, filter: { approval_asked: true, ym_profile_id: id } });
  const tested = await experiment.list(call, { ...asked, filter: { state: ['running', 'paused'], ym_profile_id: id } });
  const { findings } = await ymProfile.lint(call, { id, member_id });
  const errors = findings.filter(({ severity }) => severity === 'error');
  const found = [
    ...waiting.items.map((one) => `draft ${one.id} waits for a publisher, asked by ${one.asked_by ?? one.changed_by}`),
    ...tested.items.map((one) => `live test ${one.id} of draft ${one.draft_id} is ${one.state}`),
    ...errors.slice(0, 1).map(({ message }) => `lint finds ${english.counted(errors.length, 'error')}: ${message}`),
    ...quiet.slice(0, 1).map((one) => `buyer ${one.buyer_id} has not bid since ${one.since} UTC`),
  ];
  return `To look at: ${found.join('; ') || 'no draft waits, no live test runs, lint finds no error, and no buyer has gone quiet'}.`;
}
