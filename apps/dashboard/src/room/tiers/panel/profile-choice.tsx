import { Select } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Content, DraftProfile } from '../../../draft/content.ts';
import type { ProfileBody } from '../../../targeting/target-list.ts';
import { whereText } from '../../../words/targeting.ts';
import { nameOfProfile } from '../row/ladder-row.ts';
import { useProfiles } from '../row/use-profiles.ts';
import { NewProfile } from './new-profile.tsx';
import { SmallButton } from '../../../part/kit.tsx';

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
