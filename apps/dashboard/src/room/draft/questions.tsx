import type { Draft, Experiment, NameOf, PublishQuestion } from '@auction-tiers/contract';
import { Link } from '@tanstack/react-router';
import { usePlace } from '../../address/place.ts';
import { scheduledText } from '../../draft/draft-name.ts';
import { useDraft, useLive } from '../../draft/use-draft.ts';
import { namesIn } from '../../saying/finding-words.ts';
import { plainOr, plainWords } from '../../saying/plain-words.ts';
import { PlainButton } from '../../part/kit.tsx';

interface QuestionsProps {
  readonly questions: readonly PublishQuestion[];
  /** The experiment that runs on the group of sites, with another draft; null: none. */
  readonly experiment: Pick<Experiment, 'name'> | null;
  readonly onTry: () => void;
}

/** What the user should look at before publishing a draft. */
export function Questions({ questions, experiment, onTry }: QuestionsProps) {
  const { timeZone } = usePlace();
  const { draft, drafts } = useDraft();
  const { live } = useLive();
  const scheduled = drafts.find(({ state }) => state === 'scheduled');
  const content = draft?.tier_set ?? { tiers: [], profiles: [] };
  const known = namesIn(live === null ? [content] : [content, live]);
  const fresh = content.tiers.filter(({ id }) => id === undefined);
  const freshName = fresh.length === 1 ? fresh[0]!.name : 'that is new in the draft';
  const nameOf: NameOf = (kind, id) => known(kind, id) ?? (kind === 'tier' ? freshName : null);
  const words = ({ code, message }: PublishQuestion): string => {
    if (code === 'stale_verdict') return 'The verdict is older than the change.';
    if (code === 'new_lint_error')
      return `Live has no such error: ${plainOr(message, 'the draft has one, shown under Issues.', nameOf)}`;
    const fate = /: ((?:it|its changes) will .*)$/s.exec(message)?.[1] ?? '';
    const what = scheduled === undefined ? 'Another draft is scheduled' : scheduledText(scheduled, timeZone);
    return `${what}: ${plainWords(fate).replace('it will be suspended', 'it will then not be published')}.`;
  };
  if (questions.length === 0 && experiment === null) return null;
  return (
    <div className="notice draft-questions" role="alert">
      <ul>
        {experiment !== null && (
          <li>
            The live test “{experiment.name}” is running on this group of sites. It continues with what is published, in
            a new phase: earlier auctions are counted separately.
          </li>
        )}
        {questions.map((question) => (
          <li key={question.message}>
            {words(question)}{' '}
            {question.code === 'stale_verdict' && (
              <PlainButton size="compact-xs" onClick={onTry}>
                Try again
              </PlainButton>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Why a draft cannot be scheduled: another one of the group of sites is. */
export function OtherScheduled({ other }: { readonly other: Draft }) {
  const { timeZone } = usePlace();
  return (
    <>
      {scheduledText(other, timeZone)}, and only one draft can be.{' '}
      <Link to="/draft" search={(all) => ({ ...all, draft: other.id, try: undefined })} hash="publish">
        See it
      </Link>
    </>
  );
}
