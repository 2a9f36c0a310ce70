import { Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';

/** A term with its definition, on hover and on the keyboard's focus. */
export function Definition({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  return (
    <Tooltip label={text}>
      <span className="definition" tabIndex={0}>
        {children}
      </span>
    </Tooltip>
  );
}
