import './targeting.css';
import { type Issue, issuesOf, profileResource } from '@auction-tiers/contract';
import { ActionIcon, MultiSelect, type OptionsFilter, Select, TagsInput, Textarea, TextInput } from '@mantine/core';
import { type Ref, useState } from 'react';
import { problemAt, Segments } from '../part/form.tsx';
import { fieldLabel } from '../saying/field-label.ts';
import { problemWords } from '../saying/refusal-words.ts';
import {
  begunWith,
  elementsOf,
  hoursOf,
  isUsed,
  type ProfileBody,
  type ProfileDimension,
  profileDimensions,
  targetLists,
  textsOf,
  type TypedList,
  usualDimensions,
  withHours,
  withoutDimension,
  withTexts,
} from './target-list.ts';
import { actionWords, SmallButton } from '../part/kit.tsx';
import { ZoneSelect } from '../part/zone-select.tsx';
import { WeekGrid } from './week-grid.tsx';

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

interface DimensionProps {
  readonly dimension: ProfileDimension;
  /** The dimension was added just now, and gets the focus. */
  readonly isBegun: boolean;
  readonly body: ProfileBody;
  readonly error: unknown;
  readonly onChange: (body: ProfileBody) => void;
  readonly onRemove: () => void;
}

/** Focuses the first field of a dimension, or its hours. */
const focusTargets = (part: HTMLElement | null): void =>
  part?.querySelector<HTMLElement>('input:not([type=radio]), [role=gridcell][tabindex="0"]')?.focus();

/** One dimension of a profile: whether it includes or excludes, and what. */
function DimensionPart({ dimension, isBegun, body, error, onChange, onRemove }: DimensionProps) {
  const { label, action, lists, name } = dimension;
  return (
    <fieldset className="dimension" ref={isBegun ? focusTargets : undefined}>
      <legend>{label}</legend>
      <ActionIcon className="dimension-remove" aria-label={`Take out: ${label}`} onClick={onRemove}>
        ×
      </ActionIcon>
      {action !== null && (
        <Segments
          aria-label={`${label}: include or exclude`}
          words={actionWords}
          value={body[action] === 'include' ? 'include' : 'exclude'}
          onChange={(value) => onChange({ ...body, [action]: value })}
        />
      )}
      {action !== null && problemAt(error, action) !== undefined && <p className="loss">{problemAt(error, action)}</p>}
      {name === 'segment' && (
        <Segments
          aria-label="Included segments"
          words={{ and: 'all of them', or: 'one of them' }}
          value={body.segment_boolean_operator ?? 'and'}
          onChange={(value) => onChange({ ...body, segment_boolean_operator: value })}
        />
      )}
      {name === 'daypart' ? (
        <Dayparts body={body} error={error} onChange={onChange} />
      ) : (
        lists.map((list) => (
          <Targets
            key={list}
            list={list as TypedList}
            isNamed={lists.length > 1}
            body={body}
            error={error}
            onChange={onChange}
          />
        ))
      )}
    </fieldset>
  );
}

interface TargetsProps extends Pick<DimensionProps, 'body' | 'error' | 'onChange'> {
  readonly list: TypedList;
  readonly isNamed: boolean;
}

function Targets({ list, isNamed, body, error, onChange }: TargetsProps) {
  const { label, hint, choices, find, hasCommas } = targetLists[list];
  const [wrong, setWrong] = useState<string | null>(null);
  const common = {
    label: isNamed ? label : undefined,
    'aria-label': label,
    value: textsOf(body, list),
    error: wrong === null ? problemAt(error, list) : `${wrong} is none. ${hint}`,
    clearable: true,
  };
  const change = (texts: string[]) => {
    setWrong(texts[elementsOf(body, list, texts).indexOf(undefined)] ?? null);
    onChange(withTexts(body, list, texts));
  };
  if (choices === undefined) {
    const parting = hasCommas === true ? { splitChars: ['\n'] } : {};
    return <TagsInput {...common} {...parting} size="xs" placeholder={hint} onChange={change} />;
  }
  return (
    <MultiSelect
      {...common}
      data={[...choices]}
      placeholder={hint}
      searchable
      limit={100}
      hidePickedOptions
      {...(find === undefined ? {} : { filter: filterBy(find) })}
      onChange={change}
    />
  );
}

/** Keeps the options that `find` gives for a typed text, and those whose label contains the text. */
const filterBy =
  (find: (text: string) => readonly string[]): OptionsFilter =>
  ({ options, search, limit }) => {
    const found = new Set(find(search));
    const typed = search.trim().toLowerCase();
    const items = options.filter(
      (option) => 'value' in option && (found.has(option.value) || option.label.toLowerCase().includes(typed)),
    );
    return items.slice(0, limit);
  };

function Dayparts({ body, error, onChange }: Pick<DimensionProps, 'body' | 'error' | 'onChange'>) {
  return (
    <>
      <WeekGrid hours={hoursOf(body)} onChange={(hours) => onChange(withHours(body, hours))} />
      <ZoneSelect
        label="Time zone of these hours"
        value={body.daypart_timezone ?? 'UTC'}
        error={problemAt(error, 'daypart_timezone') ?? problemAt(error, 'daypart_targets')}
        onChange={(zone) => onChange({ ...body, daypart_timezone: zone })}
      />
    </>
  );
}
