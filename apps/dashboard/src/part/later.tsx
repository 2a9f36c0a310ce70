import { useQuery } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { queryClient } from '../service/trpc.ts';
import { Problem } from './problem.tsx';

/**
 * A component that is loaded when it is first shown, or earlier by `preload`, such as when the pointer nears the button
 * that opens it. `waiting` is shown meanwhile, and a failure with a way to try again.
 */
export function later<Props extends object>(
  name: string,
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = null,
) {
  const options = {
    queryKey: ['component', name],
    queryFn: async () => ({ Loaded: await load() }),
    staleTime: 'static',
    gcTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
    structuralSharing: false,
  } as const;
  function Later(props: Props) {
    const { data, error, refetch } = useQuery(options);
    if (data !== undefined) return <data.Loaded {...props} />;
    return error === null ? waiting : <Problem error={error} onRetry={() => void refetch()} />;
  }
  return Object.assign(Later, { preload: () => void queryClient.prefetchQuery(options) });
}
