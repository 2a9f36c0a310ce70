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
  readonly onMake: (profile: DraftProfile) => void;
  readonly onCancel: () => void;
}

/** A targeting profile that is made in the form of the tier that has it, and becomes live with the draft. */
export function NewProfile({ first, onMake, onCancel }: NewProfileProps) {
  const { timeZone } = usePlace();
  const [body, setBody] = useState<ProfileBody>(first === null ? { name: '' } : bodyOf(first));
  const [isSent, setIsSent] = useState(false);
  const problems = problemsOf(body);
  const use = () => {
    setIsSent(true);
    if (problems.length === 0) onMake({ ...toDraftProfile(body), id: first?.id ?? newProfileId() });
  };
  return (
    <section className="new-profile form" aria-label="New targeting profile" ref={holdEnter}>
      <p>
        <span className="muted">Applies to </span>
        <strong>{whereText(body)}</strong>
      </p>
      <ProfileFields body={body} error={null} timeZone={timeZone} nameRef={focusFirst} onChange={setBody} />
      {isSent && <ProfileProblems problems={problems} />}
      <div className="form-actions">
        <Button variant="default" onClick={use}>
          Use it for this tier
        </Button>
        <Button variant="subtle" onClick={onCancel}>
          Cancel
        </Button>
      </div>
      <p className="muted">It is part of the draft with the tier, and live once the draft is published.</p>
    </section>
  );
}

/** Enter in a field does not send the form of the tier around it. */
function holdEnter(element: HTMLElement | null): (() => void) | undefined {
  const hold = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
  };
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
