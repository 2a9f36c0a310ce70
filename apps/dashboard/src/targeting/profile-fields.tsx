import './targeting.css';
import { type Issue, issuesOf, profileResource } from '@auction-tiers/contract';
import { Select, Textarea, TextInput } from '@mantine/core';
import { type Ref, useState } from 'react';
import { problemAt } from '../part/form.tsx';
import { fieldLabel } from '../saying/field-label.ts';
import { problemWords } from '../saying/refusal-words.ts';
import { DimensionPart } from './dimension-part.tsx';
import {
  begunWith,
  isUsed,
  type ProfileBody,
  type ProfileDimension,
  profileDimensions,
  usualDimensions,
  withoutDimension,
} from './target-list.ts';
import { SmallButton } from '../part/kit.tsx';

interface ProfileFieldsProps {
  readonly body: ProfileBody;
  /** Why the last try to save it was refused. */
  readonly error: unknown;
  /** The time zone of hours that are added. */
  readonly timeZone: string;
  readonly nameRef?: Ref<HTMLInputElement>;
  /** What it is called where the name stays empty. */
  readonly nameOtherwise?: string;
  readonly onChange: (body: ProfileBody) => void;
}

/** The problems of a profile by the contract's own schema; empty: none. */
export function problemsOf(body: ProfileBody): readonly Issue[] {
  const parsed = profileResource.Create.safeParse(body);
  if (!parsed.success) return issuesOf(parsed.error);
  return profileResource.check(parsed.data as Parameters<typeof profileResource.check>[0]);
}

/** What keeps a profile from being saved. */
export function ProfileProblems({ problems }: { readonly problems: readonly Issue[] }) {
  if (problems.length === 0) return null;
  return (
    <ul className="loss" role="alert">
      {problems.map(({ path, message }) => (
        <li key={`${path} ${message}`}>
          {fieldLabel(path.split('.')[0]!)} {problemWords(message)}
        </li>
      ))}
    </ul>
  );
}

/** The fields of a targeting profile: what it is called, and the conditions that it has. */
export function ProfileFields({ body, error, timeZone, nameRef, nameOtherwise, onChange }: ProfileFieldsProps) {
  const [shown, setShown] = useState<readonly string[]>([]);
  const open = profileDimensions.filter((one) => isUsed(body, one) || shown.includes(one.name));
  const closed = profileDimensions.filter((one) => !open.includes(one));
  const begin = (dimension: ProfileDimension) => {
    setShown([...shown, dimension.name]);
    onChange(begunWith(body, dimension, timeZone));
  };
  return (
    <>
      <TextInput
        label="Name"
        ref={nameRef}
        placeholder={nameOtherwise}
        value={body.name ?? ''}
        error={problemAt(error, 'name')}
        onChange={(event) => onChange({ ...body, name: event.currentTarget.value })}
      />
      <Textarea
        label="Description"
        autosize
        minRows={1}
        value={body.description ?? ''}
        error={problemAt(error, 'description')}
        onChange={(event) => onChange({ ...body, description: event.currentTarget.value || null })}
      />
      <div className="form-actions" role="group" aria-label="Usual conditions">
        {closed
          .filter(({ name }) => usualDimensions.has(name))
          .map((dimension) => (
            <SmallButton key={dimension.name} onClick={() => begin(dimension)}>
              + {dimension.label}
            </SmallButton>
          ))}
      </div>
      {open.map((dimension) => (
        <DimensionPart
          key={dimension.name}
          dimension={dimension}
          isBegun={shown.at(-1) === dimension.name}
          body={body}
          error={error}
          onChange={onChange}
          onRemove={() => {
            setShown(shown.filter((name) => name !== dimension.name));
            onChange(withoutDimension(body, dimension));
          }}
        />
      ))}
      <Select
        label="Add a condition"
        placeholder="Country, size, hours, ..."
        searchable
        data={closed.map(({ name, label }) => ({ value: name, label }))}
        value={null}
        onChange={(name) => {
          const dimension = profileDimensions.find((one) => one.name === name);
          if (dimension !== undefined) begin(dimension);
        }}
      />
    </>
  );
}
