import type { ComboboxItem, SelectProps } from '@mantine/core';
import { useMemo } from 'react';
import { Choice } from './form.tsx';
import { isZoneFound, zonesWith } from './zone-list.ts';

interface ZoneSelectProps extends Pick<SelectProps, 'label' | 'description' | 'error' | 'disabled'> {
  readonly value: string;
  readonly onChange: (zone: string) => void;
}

/** A time zone, found by its city. */
export function ZoneSelect({ value, onChange, ...rest }: ZoneSelectProps) {
  const zones = useMemo(() => zonesWith(value), [value]);
  return (
    <Choice
      {...rest}
      searchable
      data={zones}
      filter={({ options, search }) => (options as ComboboxItem[]).filter((one) => isZoneFound(one.value, search))}
      nothingFoundMessage="No time zone has such a city. Try a larger one nearby"
      value={value}
      onChange={onChange}
    />
  );
}
