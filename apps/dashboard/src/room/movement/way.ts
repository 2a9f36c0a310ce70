import type { ReactNode } from 'react';

/** The name of a cause, with a link to its room where there is one. */
export type MovementWay = (kind: string, id: string | null, name: string) => ReactNode;
