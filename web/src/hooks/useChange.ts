import { useMutation, useQueryClient } from '@tanstack/react-query';

interface ChangeOptions {
  /** `caller`: the form or dialog says why it failed. `toast`: nobody does, so a toast does. */
  errors?: 'caller' | 'toast';
}

/**
 * A change on the server, after which every read under these keys is asked again. What was sent may hold secrets, so
 * the cache drops it as soon as the form resets the change or goes. `everything`: no answer means what it did.
 */
export function useChange<Input, Output>(
  keys: readonly string[] | 'everything',
  mutationFn: (input: Input) => Promise<Output>,
  { errors = 'caller' }: ChangeOptions = {},
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    gcTime: 0,
    meta: errors === 'caller' ? { errors } : {},
    onSettled: () =>
      keys === 'everything'
        ? client.invalidateQueries()
        : Promise.all(keys.map((key) => client.invalidateQueries({ queryKey: [key] }))),
  });
}
