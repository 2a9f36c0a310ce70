import { useNavigate } from '@tanstack/react-router';
import type { PageSearch } from './search.ts';

/** Changes the part of the address that all rooms share, and keeps the room. */
export function useChangeAddress() {
  const navigate = useNavigate();
  return (change: PageSearch) => void navigate({ to: '.', search: (search) => ({ ...search, ...change }) });
}
