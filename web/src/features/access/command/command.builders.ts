import type { Command } from '@jadegate/contract/access/command';

/** A command of the person who looks, unless said otherwise. */
export function aCommand(given: Partial<Command> = {}): Command {
  return {
    id: 'command-1',
    name: 'Disk space',
    content: 'df -h',
    created: '2026-11-15 03:20:00',
    owner: 'user-1',
    ownerName: 'Mei',
    ownerAccount: 'mei',
    shared: false,
    ...given,
  };
}
