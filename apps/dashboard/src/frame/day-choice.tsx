import { Button, Popover, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Place } from '../address/place.ts';
import { quickDaysNow } from '../address/quick-days.ts';
import { useChangeAddress } from '../address/use-change-address.ts';
import { rangeText } from '../figure/date.ts';
import { PlainButton } from '../part/kit.tsx';

/** The days that figures are about, of the member's time zone, which is named. */
export function DayChoice({ place: { from, to, timeZone } }: { readonly place: Place }) {
  const change = useChangeAddress();
  const [isOpen, setIsOpen] = useState(false);
  const [first, setFirst] = useState(from);
  const [last, setLast] = useState(to);
  const isWrong = !(first <= last);
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-start" trapFocus>
      <Popover.Target>
        <PlainButton
          className="chip frame-days"
          title={rangeText(from, to)}
          onClick={() => {
            setFirst(from);
            setLast(to);
            setIsOpen(!isOpen);
          }}
        >
          <span className="cut">{rangeText(from, to)}</span> <span className="frame-zone">{timeZone}</span>
        </PlainButton>
      </Popover.Target>
      <Popover.Dropdown>
        <form
          style={{ display: 'grid', gap: 8 }}
          onSubmit={(event) => {
            event.preventDefault();
            if (isWrong) return;
            change({ from: first, to: last });
            setIsOpen(false);
          }}
        >
          <div style={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 8 }}>
            {quickDaysNow(timeZone).map(({ label, ...days }) => (
              <PlainButton
                key={label}
                onClick={() => {
                  change(days);
                  setIsOpen(false);
                }}
              >
                {label}
              </PlainButton>
            ))}
          </div>
          <TextInput
            type="date"
            label="First day"
            required
            value={first}
            onChange={(event) => setFirst(event.currentTarget.value)}
          />
          <TextInput
            type="date"
            label="Last day"
            required
            value={last}
            error={isWrong ? 'is before the first day' : undefined}
            onChange={(event) => setLast(event.currentTarget.value)}
          />
          <div style={{ display: 'flex', gap: 8 }}>
            <Button type="submit">Show</Button>
            <PlainButton
              onClick={() => {
                change({ from: undefined, to: undefined });
                setIsOpen(false);
              }}
            >
              Last 8 days
            </PlainButton>
          </div>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
