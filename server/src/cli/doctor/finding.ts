import type { Config } from '../../config.ts';

/** One line of the doctor: how it stands, and what to do where it does not stand well. */
export interface Finding {
  state: 'ok' | 'warning' | 'problem';
  what: string;
  remedy?: string;
}

export const ok = (what: string): Finding => ({ state: 'ok', what });
export const warning = (what: string, remedy: string): Finding => ({ state: 'warning', what, remedy });
export const problem = (what: string, remedy: string): Finding => ({ state: 'problem', what, remedy });

export type Check = (config: Config) => Promise<Finding[]>;

/** Without a stack. Drivers put the useful part into the cause; none of them repeats a password. */
export function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const text =
    cause instanceof Error ? cause.message || (cause as NodeJS.ErrnoException).code : String(cause);
  return (text ?? 'unknown').split('\n')[0] ?? '';
}
