import { profileResource } from '@auction-tiers/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { usePlace } from '../../../address/place.ts';
import type { DraftProfile } from '../../../draft/content.ts';
import { focusFirst } from '../../../part/inline-form.tsx';
import { ProfileFields, ProfileProblems, problemsOf } from '../../../targeting/profile-fields.tsx';
import { bodyOf, type ProfileBody } from '../../../targeting/target-list.ts';
import { whereText } from '../../../words/targeting.ts';

interface NewProfileProps {
  /** As it was made before; null: not yet. */
  readonly first: DraftProfile | null;
  /** As it was typed before, and is not right yet; null: nothing was. */
  readonly typed: ProfileBody | null;
  /** With each change: the tier is saved with what is typed here. */
  readonly onMake: (profile: DraftProfile) => void;
  /** What is typed is no profile yet. */
  readonly onUnfinished: (body: ProfileBody) => void;
  readonly onClose: () => void;
  /** What was made when the form was opened, if anything, stands as it was. */
  readonly onCancel: (before: DraftProfile | null) => void;
}

/** A targeting profile that is made in the form of the tier that has it, and becomes live with the draft. */
export function NewProfile({ first, typed, onMake, onUnfinished, onClose, onCancel }: NewProfileProps) {
  const { timeZone } = usePlace();
  const [before] = useState(first);
  const [id] = useState(() => first?.id ?? newProfileId());
  const [body, setBody] = useState<ProfileBody>(typed ?? (first === null ? { name: '' } : bodyOf(first)));
  const [isSent, setIsSent] = useState(typed !== null);
  const problems = problemsOf(named(body));
  const change = (next: ProfileBody) => {
    setBody(next);
    if (problemsOf(named(next)).length === 0) onMake({ ...toDraftProfile(named(next)), id });
    else onUnfinished(next);
  };
  const close = () => {
    if (problems.length === 0) onClose();
    else setIsSent(true);
  };
  return (
    <section className="new-profile form" aria-label="New targeting profile" ref={holdEnter}>
      <p>
        <span className="muted">Applies to </span>
        <strong>{whereText(body)}</strong>
      </p>
      <ProfileFields
        body={body}
        error={null}
        timeZone={timeZone}
        nameRef={focusFirst}
        nameOtherwise={whereText(body)}
        onChange={change}
      />
      {isSent && <ProfileProblems problems={problems} />}
      <div className="form-actions">
        <Button variant="default" onClick={close}>
          Done
        </Button>
        <Button variant="subtle" onClick={() => onCancel(before)}>
          Cancel
        </Button>
      </div>
      <p className="muted">It is saved with the tier, and live once the draft is published.</p>
    </section>
  );
}

const longestName = 255;

/** A profile without a name is called what it says, such as `New York NY DMA, phone`. */
const named = (body: ProfileBody): ProfileBody =>
  (body.name ?? '').trim() === '' && whereText(body) !== whereText(null)
    ? { ...body, name: whereText(body).slice(0, longestName) }
    : body;

const hold = (event: KeyboardEvent): void => {
  const isPlain = event.key === 'Enter' && !event.ctrlKey && !event.metaKey;
  if (isPlain && event.target instanceof HTMLInputElement) event.preventDefault();
};

/** Enter in a field does not send the form of the tier around it. */
function holdEnter(element: HTMLElement | null): () => void {
  element?.addEventListener('keydown', hold);
  return () => element?.removeEventListener('keydown', hold);
}

/** What a profile is without what was typed has its initial values. */
function toDraftProfile(body: ProfileBody): DraftProfile {
  const { member_id: _member, ...profile } = profileResource.Create.parse(body);
  return profile as DraftProfile;
}

/** How many ids below the highest one are for new profiles: two that are made at once have the same one time in a billion. */
const newIds = 2 ** 40;

/** The id of a profile within the draft, which gives the tier that has it; the service gives another one when it is live. */
const newProfileId = (): number => Number.MAX_SAFE_INTEGER - Math.floor(Math.random() * newIds);
