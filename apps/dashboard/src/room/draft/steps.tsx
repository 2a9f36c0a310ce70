import { Button, Code, TextInput } from '@mantine/core';
import { useState } from 'react';
import { usePlace } from '../../address/place.ts';
import { addDays, dayOf, momentText } from '../../figure/date.ts';
import { counted } from '../../figure/count.ts';
import { focusFirst, InlineForm } from '../../part/inline-form.tsx';
import { fieldProblemsOf } from '../../service/problem.ts';
import { momentOf } from './zone-time.ts';

interface StepProps {
  readonly isPending: boolean;
  readonly onCancel: () => void;
}

const noteLabel = 'Note for history (may stay empty)';

interface PublishingProps extends StepProps {
  readonly note: string;
  readonly summary: readonly string[];
  readonly onPublish: (note: string) => void;
}

/** The last look before a draft is live. */
export function Publishing({ note: first, summary, isPending, onPublish, onCancel }: PublishingProps) {
  const [note, setNote] = useState(first);
  return (
    <InlineForm onSubmit={() => onPublish(note.trim())} onCancel={onCancel}>
      <TextInput
        label={noteLabel}
        w={360}
        maw="100%"
        maxLength={200}
        ref={focusFirst}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <Button type="submit" loading={isPending}>
        Publish {counted(summary.length, 'change')}
      </Button>
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
      <span className="muted">At once, for all auctions. History has the way back.</span>
    </InlineForm>
  );
}

interface SchedulingProps extends StepProps {
  readonly note: string;
  readonly error: unknown;
  /** `at`: milliseconds. */
  readonly onSchedule: (at: number, note: string) => void;
}

/** A time of the member's zone, which is named, and the same time in UTC. */
export function Scheduling({ note: first, isPending, error, onSchedule, onCancel }: SchedulingProps) {
  const { timeZone } = usePlace();
  const [today] = useState(() => dayOf(Date.now(), timeZone));
  const [day, setDay] = useState(addDays(today, 1));
  const [time, setTime] = useState('06:00');
  const [note, setNote] = useState(first);
  const at = momentOf(day, time, timeZone);
  const problem = fieldProblemsOf(error).find(({ path }) => path === 'at')?.message;
  return (
    <InlineForm
      onSubmit={() => {
        if (at !== null) onSchedule(at, note.trim());
      }}
      onCancel={onCancel}
    >
      <TextInput
        type="date"
        label={`Day (${timeZone})`}
        min={today}
        required
        ref={focusFirst}
        value={day}
        error={problem}
        onChange={(event) => setDay(event.currentTarget.value)}
      />
      <TextInput
        type="time"
        label={`Time (${timeZone})`}
        required
        value={time}
        error={at === null && day !== '' && time !== '' ? 'the clock skips this time on that day' : undefined}
        onChange={(event) => setTime(event.currentTarget.value)}
      />
      <TextInput
        label={noteLabel}
        w={280}
        maw="100%"
        maxLength={200}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <Button type="submit" loading={isPending} disabled={at === null}>
        Schedule
      </Button>
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
      {at !== null && timeZone !== 'UTC' && <span className="muted">{momentText(at, 'UTC')} UTC</span>}
    </InlineForm>
  );
}

interface AskingProps {
  /** Who may not approve. */
  readonly author: string;
  readonly link: string;
  readonly onClose: () => void;
}

/** How a colleague gets to approve: by an address. */
export function Asking({ author, link, onClose }: AskingProps) {
  const { member } = usePlace();
  return (
    <div className="draft-row">
      <span>
        Send this address to a colleague: any user of {member.name} but {author} who may publish sees Approve here.
      </span>
      <Code className="draft-link">{link}</Code>
      <Button variant="default" onClick={onClose}>
        Close
      </Button>
    </div>
  );
}

interface DiscardingProps extends StepProps {
  readonly name: string;
  readonly onDiscard: () => void;
}

export function Discarding({ name, isPending, onDiscard, onCancel }: DiscardingProps) {
  return (
    <div className="draft-row" role="group" aria-label="Discard">
      <span>Discard “{name}”? What is live stays as it is; the draft does not come back.</span>
      <Button color="red" loading={isPending} ref={focusFirst} onClick={onDiscard}>
        Discard the draft
      </Button>
      <Button variant="default" onClick={onCancel}>
        Keep it
      </Button>
    </div>
  );
}
