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
import { english } from '@auction-tiers/figure';
import { momentWords } from '../../channel/mail.ts';
import { say } from '../../saying/sentences.ts';
import type { Deps } from '../request/deps.ts';

/** The handlers whose answers today is worded from. */
type Told = Pick<Handlers, 'report' | 'usual' | 'movement' | 'alert' | 'draft' | 'ymProfile'>;

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
      const moved = say.movement(await handlers.movement.tell(call, input));
      const since = dateText(calendarOf(timezone).startOf(addDays(date, -1)));
      const history = await handlers.ymProfile.history(call, {
        id,
        member_id: input.member_id,
        start_date: since,
        num_elements: mostRows,
      });
      const [, newestStep = ''] = say.history(history);
      const changes =
        history.count === 0 ? 'none.' : `${english.counted(history.count, 'step')}. The newest: ${newestStep}`;
      const alerts = await handlers.alert.list(call, {
        member_id: input.member_id,
        num_elements: mostRows,
        sort: 'since.desc',
        filter: { state: 'open', ym_profile_id: id },
      });
      const [, newestAlert = ''] = say.alerts(alerts);
      const said: readonly (readonly [room: string, text: string])[] = [
        ['today', figuresText(report, usual)],
        ['movement', moved.slice(0, 3).join(' ')],
        ['history', `Changes since ${since} UTC: ${changes}`],
        [
          'alerts',
          alerts.count === 0 ? 'No alert is open.' : `${english.counted(alerts.count, 'alert')} open. ${newestAlert}`,
        ],
        ['draft', await attentionText(handlers, call, input, usual)],
      ];
      return {
        ym_profile_id: id,
        date,
        timezone,
        currency,
        complete_to: report.complete_to,
        sentences: said.map(([room, text]) => {
          const path = `/${room}?ym=${id}`;
          return { text, link: channelSender.linkTo(path) ?? `/app${path}` };
        }),
      };
    },
  };
}

function figuresText({ items, complete_to, currency, timezone }: ReportPage, { day, is_learning }: UsualDay): string {
  const [row] = items;
  const { auctions = 0, sold = 0, net = '0', net_cpm: cpm = null } = row ?? {};
  const price = cpm === null ? '' : `, at a net CPM of ${english.decimal(Number(cpm), 2)} ${currency}`;
  const sales = auctions === 0 ? '' : `, ${english.percent(sold / auctions)} of them sold${price}`;
  const counted = `Today until ${momentWords(complete_to, timezone)}, net is ${english.money(Number(net))} ${currency} from ${english.counted(auctions, 'auction')}${sales}; every auction is counted.`;
  if (is_learning || day.net === null) return `${counted} What is usual is not known yet: it takes two weeks.`;
  const { low, high } = day.net;
  return `${counted} On 19 of 20 such days net lies between ${english.money(low)} and ${english.money(high)} ${currency} by then.`;
}

/** What else needs a person: drafts that wait, errors of lint, quiet buyers. */
async function attentionText(
  { draft, ymProfile }: Told,
  call: CallContext,
  { ym_profile_id: id, member_id }: TodayInput,
  { quiet_buyers: quiet }: UsualDay,
): Promise<string> {
  const filter = { approval_asked: true, ym_profile_id: id };
  const waiting = await draft.list(call, { member_id, num_elements: mostRows, filter });
  const { findings } = await ymProfile.lint(call, { id, member_id });
  const errors = findings.filter(({ severity }) => severity === 'error');
  const found = [
    ...waiting.items.map((one) => `draft ${one.id} waits for a publisher, asked by ${one.asked_by ?? one.changed_by}`),
    ...errors.slice(0, 1).map(({ message }) => `lint finds ${english.counted(errors.length, 'error')}: ${message}`),
    ...quiet.slice(0, 1).map((one) => `buyer ${one.buyer_id} has not bid since ${one.since} UTC`),
  ];
  return `To look at: ${found.join('; ') || 'no draft waits, lint finds no error, and no buyer has gone quiet'}.`;
}
