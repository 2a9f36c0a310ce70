import { addDays, calendarOf } from '@auction-tiers/calendar';
import { Button, Checkbox, Radio, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { usePlace } from '../../address/place.ts';
import { momentText, useDay, useNow } from '../../figure/date.ts';
import { counted } from '../../figure/count.ts';
import { focusFirst, InlineForm, NoteInput } from '../../part/form.tsx';
import { shareText } from '../experiments/words.ts';
import { fieldProblemsOf } from '../../service/problem.ts';
import type { Publish } from './use-publish.ts';
import { PlainButton } from '../../part/kit.tsx';

interface StepProps {
  readonly isPending: boolean;
  /** Whether the user has to look at what others have changed first. */
  readonly isHeld: boolean;
  readonly onCancel: () => void;
}

interface ToPublish extends StepProps {
  readonly note: string;
  /** The questions to ask before, if any. */
  readonly questions: ReactNode;
  readonly isAsked: boolean;
}

interface PublishingProps extends ToPublish {
  /** Objects that it changes; null: not known yet. */
  readonly changes: number | null;
  /** One experiment of a group of sites is open at a time. */
  readonly mayHoldBack: boolean;
  readonly onPublish: (note: string, holdBack: Publish['holdBack']) => void;
}

/** What holds back so few users that little is lost, and so long that whole weeks are compared. */
const usualHoldBack = { share: 0.05, days: 28 };

/** The last look before a draft is live. */
export function Publishing(props: PublishingProps) {
  const { note: first, questions, isAsked, changes, mayHoldBack, isPending, isHeld, onPublish, onCancel } = props;
  const [note, setNote] = useState(first);
  const [isHeldBack, setHeldBack] = useState(false);
  return (
    <InlineForm
      onSubmit={() => onPublish(note.trim(), isHeldBack ? usualHoldBack : null)}
      onCancel={onCancel}
      submit={isAsked ? 'Publish anyway' : `Publish${changes === null ? '' : ` ${counted(changes, 'change')}`}`}
      isPending={isPending}
      isDisabled={isHeld}
      note={
        <span className="muted">
          At once, for {isHeldBack ? 'all other' : 'all'} auctions. You can undo it in History.
        </span>
      }
    >
      {questions}
      <NoteInput w={360} ref={focusFirst} value={note} onChange={setNote} />
      {mayHoldBack && (
        <Checkbox
          checked={isHeldBack}
          onChange={({ currentTarget: { checked } }) => setHeldBack(checked)}
          label={`Keep the previous tiers for ${shareText(usualHoldBack.share)} of the users for ${usualHoldBack.days} days`}
          description="A live test then shows whether what is published still pays."
        />
      )}
    </InlineForm>
  );
}

interface SchedulingProps extends ToPublish {
  readonly error: unknown;
  readonly onSchedule: (later: NonNullable<Publish['later']>, note: string) => void;
}

/** A time of the member's zone, which the head of the page names, and the same time in UTC. */
export function Scheduling(props: SchedulingProps) {
  const { note: first, questions, isAsked, isPending, isHeld, error, onSchedule, onCancel } = props;
  const { timeZone } = usePlace();
  const today = useDay(timeZone);
  const [day, setDay] = useState(addDays(today, 1));
  const [time, setTime] = useState('06:00');
  const [note, setNote] = useState(first);
  const [ifChanged, setIfChanged] = useState<'rebase' | 'suspend'>('rebase');
  const at = calendarOf(timeZone).momentOf(day, time);
  const now = useNow();
  const isPast = at !== null && at <= now;
  const problem = fieldProblemsOf(error).find(({ path }) => path === 'at')?.message;
  return (
    <InlineForm
      onSubmit={() => {
        if (at !== null) onSchedule({ at, ifChanged }, note.trim());
      }}
      onCancel={onCancel}
      submit={isAsked ? 'Schedule all the same' : 'Schedule'}
      isPending={isPending}
      isDisabled={isHeld || at === null || isPast}
      note={
        at !== null &&
        !isPast && (
          <span className="muted draft-when">
            Live from {momentText(at)}
            {timeZone !== 'UTC' && `, which is ${momentText(at, 'UTC')}`}.{' '}
            {ifChanged === 'rebase'
              ? 'Where the same was changed live until then, or the result would have a new error, it is not published, and the page says so.'
              : 'It is published only onto tiers as they are now.'}
          </span>
        )
      }
    >
      {questions}
      <TextInput
        type="date"
        label="Day"
        min={today}
        max="9999-12-31"
        required
        ref={focusFirst}
        value={day}
        error={problem}
        onChange={(event) => setDay(event.currentTarget.value)}
      />
      <TextInput
        type="time"
        label="Time"
        required
        value={time}
        error={
          isPast
            ? 'this moment is past'
            : at === null && day !== '' && time !== ''
              ? 'the clock skips this time on that day'
              : undefined
        }
        onChange={(event) => setTime(event.currentTarget.value)}
      />
      <NoteInput w={280} value={note} onChange={setNote} />
      <Radio.Group label="If the live tiers change before" value={ifChanged} onChange={setIfChanged}>
        <div className="draft-row">
          <Radio value="rebase" label="apply the change to them" />
          <Radio value="suspend" label="do not publish it, and say so" />
        </div>
      </Radio.Group>
    </InlineForm>
  );
}

interface DiscardingProps extends StepProps {
  readonly name: string;
  readonly onDiscard: () => void;
}

export function Discarding({ name, isPending, isHeld, onDiscard, onCancel }: DiscardingProps) {
  return (
    <div className="draft-row" role="group" aria-label="Discard">
      <span>Discard “{name}”? What is live stays as it is; the draft does not come back.</span>
      <Button color="red" loading={isPending} disabled={isHeld} ref={focusFirst} onClick={onDiscard}>
        Discard the draft
      </Button>
      <PlainButton onClick={onCancel}>Keep it</PlainButton>
    </div>
  );
}
