import { type FigureName, figures } from '@auction-tiers/contract/glossary';
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

/** The head of a column of numbers, with the definition of its figure. */
export function FigureHead({ figure, children }: { readonly figure: FigureName; readonly children: ReactNode }) {
  return (
    <th className="number">
      <Definition text={figures[figure].definition}>{children}</Definition>
    </th>
  );
}
