import type { UseMutationResult } from '@tanstack/react-query';

type Mutation<Variables> = Pick<UseMutationResult<unknown, Error, Variables>, 'mutateAsync' | 'reset'>;

/**
 * Makes a record, or changes the one with this id. The mutations forget the body at once, because it may hold secrets.
 */
export function useSaveRecord<Body>(
  id: string | undefined,
  create: Mutation<Body>,
  update: Mutation<{ id: string; body: Body }>,
): (body: Body) => Promise<void> {
  return async (body) => {
    try {
      await (id === undefined ? create.mutateAsync(body) : update.mutateAsync({ id, body }));
    } finally {
      create.reset();
      update.reset();
    }
  };
}
