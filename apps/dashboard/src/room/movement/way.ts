import type { ReactNode } from 'react';

/** The name of a cause, with a link to what stands behind it where there is a room of it. */
export type MovementWay = (kind: string, id: string | null, name: string) => ReactNode;
