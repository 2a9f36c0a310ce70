import { Select } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Content, DraftProfile } from '../../../draft/content.ts';
import { bodyOf, type ProfileBody } from '../../../targeting/target-list.ts';
import { whereText } from '../../../words/targeting.ts';
import { nameOfProfile } from '../row/ladder-row.ts';
import { useProfiles } from '../row/use-profiles.ts';
import { PlainButton, QuietButton, SmallButton } from '../../../part/kit.tsx';
import { profileResource } from '@auction-tiers/contract';
import { usePlace } from '../../../address/place.ts';
import { focusFirst } from '../../../part/form.tsx';
import { problemsOf, ProfileFields, ProfileProblems } from '../../../targeting/profile-fields.tsx';

export interface ProfileChoiceProps {
  readonly label: string;
  readonly content: Content;
  /** A profile that was made in the form, and is in no draft yet. */
  readonly made: DraftProfile | null;
  readonly onMake: (profile: DraftProfile) => void;
  /** The typed profile that is not valid yet; null: none. */
  readonly unfinished: ProfileBody | null;
  readonly onUnfinished: (body: ProfileBody) => void;
  /** Discards the profile that was made in the form; the tier gets this profile again. */
  readonly onDrop: (profileId: number | null) => void;
  readonly value: number | null;
  readonly onChange: (id: number | null) => void;
  readonly error?: string | undefined;
  readonly description?: ReactNode;
}

const nowhere = 'everywhere';

/** Where a tier applies: a targeting profile, or everywhere. */
export function ProfileChoice({
  label,
  content,
  made,
  onMake,
  unfinished,
  onUnfinished,
  onDrop,
  value,
  onChange,
  error,
  description,
}: ProfileChoiceProps) {
  const known = useProfiles(content);
  const [isMaking, setIsMaking] = useState(unfinished !== null);
  const [valueBefore, setValueBefore] = useState(value);
  const profiles = made === null ? known : [made, ...known.filter(({ id }) => id !== made.id)];
  const byId = new Map(profiles.map((profile) => [String(profile.id), profile]));
  const chosen = value === null ? undefined : byId.get(String(value));
  const words = chosen === undefined ? null : whereText(chosen);
  return (
    <div>
      <Select
        label={label}
        description={description}
        searchable
        allowDeselect={false}
        nothingFoundMessage="No such targeting profile"
        data={[
          { value: nowhere, label: whereText(null) },
          ...profiles.map((profile) => ({ value: String(profile.id), label: nameOfProfile(profile) })),
        ]}
        renderOption={({ option }) => {
          const profile = byId.get(option.value);
          const inWords = profile === undefined ? null : whereText(profile);
          return (
            <span>
              {option.label}
              {inWords !== null && <span className="tier-words muted">{inWords}</span>}
            </span>
          );
        }}
        value={value === null ? nowhere : String(value)}
        onChange={(id) => onChange(id === null || id === nowhere ? null : Number(id))}
        error={error}
      />
      <div className="tier-words muted">
        {words !== null && `${words}. `}
        <Link to="/tiers/targeting">Targeting profiles</Link>
        {!isMaking && (
          <SmallButton
            onClick={() => {
              setValueBefore(value);
              setIsMaking(true);
            }}
          >
            {made === null ? 'New targeting profile' : `Change ${nameOfProfile(made)}`}
          </SmallButton>
        )}
      </div>
      {isMaking && (
        <NewProfile
          first={made}
          typed={unfinished}
          onMake={onMake}
          onUnfinished={onUnfinished}
          onClose={() => setIsMaking(false)}
          onCancel={(before) => {
            if (before === null) onDrop(valueBefore);
            else onMake(before);
            setIsMaking(false);
          }}
        />
      )}
    </div>
  );
}

interface NewProfileProps {
  /** The profile that was made before in this form; null: none yet. */
  readonly first: DraftProfile | null;
  /** The typed profile that is not valid yet; null: nothing was typed. */
  readonly typed: ProfileBody | null;
  /** Called with each valid change: the tier is saved with the present profile. */
  readonly onMake: (profile: DraftProfile) => void;
  /** Called when the typed values are no valid profile yet. */
  readonly onUnfinished: (body: ProfileBody) => void;
  readonly onClose: () => void;
  /** Receives the profile that was made when the form was opened, if any. */
  readonly onCancel: (before: DraftProfile | null) => void;
}

/** A targeting profile that is made in the form of the tier that has it, and becomes live with the draft. */
function NewProfile({ first, typed, onMake, onUnfinished, onClose, onCancel }: NewProfileProps) {
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
        <PlainButton onClick={close}>Done</PlainButton>
        <QuietButton onClick={() => onCancel(before)}>Cancel</QuietButton>
      </div>
      <p className="muted">It is saved with the tier, and live once the draft is published.</p>
    </section>
  );
}

const longestName = 255;

/** A profile without a name is named by its conditions, such as `New York NY DMA, phone`. */
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

/** A profile with default values where nothing was typed. */
function toDraftProfile(body: ProfileBody): DraftProfile {
  const { member_id: _member, ...profile } = profileResource.Create.parse(body);
  return profile as DraftProfile;
}

/** Ids for new profiles are within this distance of the highest id: two of them are equal one time in a billion. */
const newIds = 2 ** 40;

/** The id of a new profile within the draft, which its tier names; the service gives it another one when live. */
const newProfileId = (): number => Number.MAX_SAFE_INTEGER - Math.floor(Math.random() * newIds);
