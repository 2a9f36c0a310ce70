import { type ComboboxItem, Select, type SelectProps } from '@mantine/core';
import { useMemo } from 'react';
import { isZoneFound, zonesWith } from './zone-list.ts';

interface ZoneSelectProps extends Pick<SelectProps, 'label' | 'description' | 'error' | 'disabled'> {
  readonly value: string;
  readonly onChange: (zone: string) => void;
}

/** A time zone, found by its city. */
export function ZoneSelect({ value, onChange, ...rest }: ZoneSelectProps) {
  const zones = useMemo(() => [...zonesWith(value)], [value]);
  return (
    <Select
      {...rest}
      searchable
      allowDeselect={false}
      data={zones}
      filter={({ options, search }) => (options as ComboboxItem[]).filter((one) => isZoneFound(one.value, search))}
      nothingFoundMessage="No time zone has such a city. Try a larger one nearby"
      value={value}
      onChange={(zone) => onChange(zone ?? value)}
    />
  );
}
