import { STRATEGY_FLAGS, type StrategyFlag } from '@jadegate/contract/access/strategy';

export const STRATEGY_PRESETS = ['full', 'noFiles', 'readFiles'] as const;
type StrategyPreset = (typeof STRATEGY_PRESETS)[number];

/** The clipboard belongs to working in a session, so every preset has it; they differ in what happens to files. */
const ALLOWED: Record<StrategyPreset, readonly StrategyFlag[]> = {
  full: STRATEGY_FLAGS,
  noFiles: ['copy', 'paste'],
  readFiles: ['copy', 'paste', 'download'],
};

/** Every switch as the preset has it, also those it turns off. */
export function flagsOf(preset: StrategyPreset): Record<StrategyFlag, boolean> {
  const flags = STRATEGY_FLAGS.map((flag) => [flag, ALLOWED[preset].includes(flag)]);
  return Object.fromEntries(flags) as Record<StrategyFlag, boolean>;
}
