import type { SourceStart } from '@jadegate/contract/identity/source-sign-in';

/**
 * What this browser keeps while somebody is away at an identity source: it shows when they come back that the login began
 * here. By the state in the address, so that two tabs do not mix.
 */
export interface AwayAtSource {
  key: string;
  purpose: 'login' | 'prove' | 'link' | 'test';
  binding: string;
  /** Where to go afterwards: a path of this page. */
  next: string;
  remember: boolean;
  at: number;
}

const PREFIX = 'atSource:';
/** As long as the server waits. */
const LONGEST_MS = 15 * 60_000;

export function keepAway(
  { state, binding }: SourceStart,
  away: Pick<AwayAtSource, 'key' | 'purpose' | 'next'> & { remember?: boolean },
): void {
  forgetOld();
  const kept: AwayAtSource = { remember: false, ...away, binding, at: Date.now() };
  localStorage.setItem(PREFIX + state, JSON.stringify(kept));
}

export function readAway(search: string): AwayAtSource | undefined {
  const text = localStorage.getItem(nameOf(search));
  return text === null ? undefined : (JSON.parse(text) as AwayAtSource);
}

/** Whoever loads the address again begins anew. */
export function forgetAway(search: string): void {
  localStorage.removeItem(nameOf(search));
}

function nameOf(search: string): string {
  return PREFIX + (new URLSearchParams(search).get('state') ?? '');
}

function forgetOld(): void {
  const names = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '');
  for (const name of names.filter((one) => one.startsWith(PREFIX))) {
    const { at } = JSON.parse(localStorage.getItem(name) ?? '{"at":0}') as { at: number };
    if (at < Date.now() - LONGEST_MS) {
      localStorage.removeItem(name);
    }
  }
}
