import { ActionIcon, MultiSelect, type OptionsFilter, SegmentedControl, TagsInput } from '@mantine/core';
import { useState } from 'react';
import { problemAt } from '../part/form.tsx';
import { ZoneSelect } from '../part/zone-select.tsx';
import {
  elementsOf,
  hoursOf,
  type ListName,
  type ProfileBody,
  type ProfileDimension,
  targetLists,
  textsOf,
  withHours,
  withTexts,
} from './target-list.ts';
import { WeekGrid } from './week-grid.tsx';

interface DimensionProps {
  readonly dimension: ProfileDimension;
  /** The dimension was added just now, and gets the focus. */
  readonly isBegun: boolean;
  readonly body: ProfileBody;
  readonly error: unknown;
  readonly onChange: (body: ProfileBody) => void;
  readonly onRemove: () => void;
}

const includeOrExclude = [
  { value: 'include', label: '▲ include' },
  { value: 'exclude', label: '⊘ exclude' },
];

/** Focuses the first field of a dimension, or its hours. */
const focusTargets = (part: HTMLElement | null): void =>
  part?.querySelector<HTMLElement>('input:not([type=radio]), [role=gridcell][tabindex="0"]')?.focus();

/** One dimension of a profile: whether it includes or excludes, and what. */
export function DimensionPart({ dimension, isBegun, body, error, onChange, onRemove }: DimensionProps) {
  const { label, action, lists, name } = dimension;
  return (
    <fieldset className="dimension" ref={isBegun ? focusTargets : undefined}>
      <legend>{label}</legend>
      <ActionIcon className="dimension-remove" aria-label={`Take out: ${label}`} onClick={onRemove}>
        ×
      </ActionIcon>
      {action !== null && (
        <SegmentedControl
          aria-label={`${label}: include or exclude`}
          data={includeOrExclude}
          value={body[action] === 'include' ? 'include' : 'exclude'}
          onChange={(value) => onChange({ ...body, [action]: value })}
        />
      )}
      {action !== null && problemAt(error, action) !== undefined && <p className="loss">{problemAt(error, action)}</p>}
      {name === 'segment' && (
        <SegmentedControl
          aria-label="Included segments"
          data={[
            { value: 'and', label: 'all of them' },
            { value: 'or', label: 'one of them' },
          ]}
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
            list={list as Exclude<ListName, 'daypart_targets'>}
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
  readonly list: Exclude<ListName, 'daypart_targets'>;
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
