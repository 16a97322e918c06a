import type { UseMutationResult } from '@tanstack/react-query';

type Mutation<Variables, Answer> = Pick<UseMutationResult<Answer, Error, Variables>, 'mutateAsync' | 'reset'>;

/**
 * Makes a record, or changes the one with this id; answers its id. The mutations forget the body at once, because it
 * may hold secrets.
 */
export function useSaveRecord<Body>(
  id: string | undefined,
  create: Mutation<Body, { id: string }>,
  update: Mutation<{ id: string; body: Body }, unknown>,
): (body: Body) => Promise<string> {
  return async (body) => {
    try {
      if (id === undefined) {
        return (await create.mutateAsync(body)).id;
      }
      await update.mutateAsync({ id, body });
      return id;
    } finally {
      create.reset();
      update.reset();
    }
  };
}
