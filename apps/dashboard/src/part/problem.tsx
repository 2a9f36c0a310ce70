import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { isStoreAway, sentenceOf } from '../service/problem.ts';

/** What failed, what is unaffected, and what to do. The rest of the page lives on. */
export function Problem({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  return (
    <div className="notice problem" role="alert">
      {sentenceOf(error)}
      {isStoreAway(error) && ' Auctions continue.'}
      {onRetry !== undefined && (
        <>
          {' '}
          <Button variant="subtle" onClick={onRetry}>
            Try again
          </Button>
        </>
      )}
    </div>
  );
}

/** For a list that is still empty: what it is for, and the one button that makes the first entry. */
export function Empty({ children, action }: { readonly children: ReactNode; readonly action?: ReactNode }) {
  return (
    <div className="empty">
      <p>{children}</p>
      {action}
    </div>
  );
}

/** Something worth a look, in the page itself and not over it. */
export function Notice({ children }: { readonly children: ReactNode }) {
  return (
    <div className="notice" role="status">
      {children}
    </div>
  );
}
