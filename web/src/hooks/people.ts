import type { UserOption } from '@jadegate/contract/identity/user';
import { useQuery } from '@tanstack/react-query';
import { createContext, useContext } from 'react';

const NOBODY: readonly UserOption[] = [];

/** How everybody is read; the app says so. */
export const PeopleContext = createContext<(signal: AbortSignal) => Promise<readonly UserOption[]>>(
  async () => NOBODY,
);

/** Everybody, to choose from; nothing is read before it is wanted. */
export function usePeople(isWanted: boolean): readonly UserOption[] {
  const read = useContext(PeopleContext);
  const { data = NOBODY } = useQuery({
    queryKey: ['user', 'options'],
    queryFn: ({ signal }) => read(signal),
    enabled: isWanted,
    // Without them one types.
    meta: { errors: 'caller' },
  });
  return data;
}
