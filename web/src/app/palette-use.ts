import * as z from 'zod';

import type { Command, CommandKind } from './palette-commands.ts';

/** How often each command was run, lately: an old use counts less with every new one. */
const Uses = z.record(z.string(), z.number());
type Uses = z.infer<typeof Uses>;

/** Each use makes the others fade a little, so that last month's habit gives way to this week's. */
const FADE = 0.95;
const KEPT = 50;
/** So many stand above the groups. */
const OFTEN = 5;

const storageKey = (userId: string) => `palette-use ${userId}`;

export function readUses(userId: string): Uses {
  try {
    return Uses.parse(JSON.parse(localStorage.getItem(storageKey(userId)) ?? '{}'));
  } catch {
    // Not ours, or storage is switched off: nothing has been used yet.
    return {};
  }
}

export function noteUse(userId: string, key: string): void {
  const uses = Object.entries(readUses(userId)).map(([name, weight]) => [name, weight * FADE] as const);
  const own = uses.find(([name]) => name === key)?.[1] ?? 0;
  const others = uses.filter(([name]) => name !== key).toSorted((a, b) => b[1] - a[1]);
  try {
    const kept = [[key, own + 1] as const, ...others.slice(0, KEPT - 1)];
    localStorage.setItem(storageKey(userId), JSON.stringify(Object.fromEntries(kept)));
  } catch {
    // Full or switched off: the order stays as it was.
  }
}

interface RankedGroup {
  kind: CommandKind | 'often';
  commands: Command[];
}

/** What is used most stands first, under a heading of its own; the rest by kind, the used before the unused. */
export function rankCommands(
  commands: readonly Command[],
  uses: Uses,
  kinds: readonly CommandKind[],
): RankedGroup[] {
  const weight = ({ key }: Command) => uses[key] ?? 0;
  const byUse = commands.toSorted((a, b) => weight(b) - weight(a));
  const often = byUse.filter((command) => weight(command) > 0).slice(0, OFTEN);
  const rest = byUse.filter((command) => !often.includes(command));
  const groups: RankedGroup[] = kinds.map((kind) => ({
    kind,
    commands: rest.filter((command) => command.kind === kind),
  }));
  return [{ kind: 'often' as const, commands: often }, ...groups].filter(
    (group) => group.commands.length > 0,
  );
}
