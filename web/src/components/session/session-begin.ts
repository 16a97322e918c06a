import * as z from 'zod';

/** So many sessions can be looked at; more hosts are a batch. */
export const MAX_BEGUN = 32;

/** What the window of sessions is to begin with: hosts side by side, and what is typed into each of them once. */
const SessionBegin = z.object({
  assets: z
    .array(z.object({ id: z.string(), name: z.string() }))
    .min(1)
    .max(MAX_BEGUN),
  text: z.string(),
});
type SessionBegin = z.infer<typeof SessionBegin>;

/** Nothing of it is ever in an address: a link that somebody sends must not type anything. */
const KEY = 'session-begin';

export function handOverBegin(begin: SessionBegin): void {
  sessionStorage.setItem(KEY, JSON.stringify(begin));
}

export function readBegin(): SessionBegin | undefined {
  try {
    return SessionBegin.safeParse(JSON.parse(sessionStorage.getItem(KEY) ?? 'null')).data;
  } catch {
    // Not JSON, or storage is switched off.
    return undefined;
  }
}

/** It is for one time: a reload finds the sessions themselves. */
export function forgetBegin(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage is switched off.
  }
}

/** What is typed for a text of several lines. */
export function typedLines(text: string): string {
  return text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => `${line}\r`)
    .join('');
}
