import { useQuery } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { queryClient } from '../service/trpc.ts';
import { Problem } from './kit.tsx';

/** Whether the page would be there again if it was reloaded now. */
const isPageServed = (): Promise<boolean> =>
  fetch(location.href, { method: 'HEAD' }).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * A component that is loaded when it is first shown, or earlier by `preload`, such as when the pointer nears the button
 * that opens it. `waiting` is shown meanwhile, and a failure with a way to try again.
 * Browsers do not ask again for a script that could not be loaded, so that then the page is reloaded.
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
    if (error === null) return waiting;
    const retry = async () => {
      const { isError } = await refetch();
      if (isError && (await isPageServed())) location.reload();
    };
    return <Problem error={error} onRetry={() => void retry()} />;
  }
  return Object.assign(Later, { preload: () => void queryClient.prefetchQuery(options) });
}
