import type { Command } from '@jadegate/contract/access/command';
import { useMutation } from '@tanstack/react-query';

/** Hands on a command of a list with all of its content, which is read where the list had no room for it. */
export function useWholeCommand(read: (id: string) => Promise<Command>) {
  const { mutate } = useMutation({ mutationFn: read });
  return (command: Command, use: (whole: Command) => void) => {
    if (command.isCut) {
      mutate(command.id, { onSuccess: use });
    } else {
      use(command);
    }
  };
}
