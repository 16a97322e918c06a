import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { directoryOf, ShellDirectory } from './shell-directory.ts';

const pathOf = (said: string) => directoryOf(said)?.path;

describe('where a shell says it is', () => {
  it('is a path, with bytes written as numbers', () => {
    expect(directoryOf('file://web-01/srv/data')).toEqual({ host: 'web-01', path: '/srv/data' });
    expect(pathOf('file:///home/me/%E5%A0%B1%E8%A1%A8%202026/')).toBe('/home/me/報表 2026');
    expect(pathOf('file://h/報表/100%25')).toBe('/報表/100%');
    expect(pathOf('file://h/50%/x%zz')).toBe('/50%/x%zz');
    // A name that is no UTF-8 keeps its bytes.
    expect(pathOf('file://h/%A1')).toBe('/\uF7A1');
  });

  it.each([
    '',
    '/srv',
    'http://h/srv',
    'file:/srv',
    'file://h',
    'file://a b/srv',
    'file://h/a/../../etc',
    'file://h/%2e%2e/etc',
    'file://h/a%00b',
    'file://h/a%1b[31m',
    'file://h/a\u202A\u0007',
    `file://h/${'a/'.repeat(3000)}`,
    `file://h/${'%41'.repeat(1_000_000)}`,
  ])('is nothing when it is no plain path (%#)', (said) => {
    expect(directoryOf(said)).toBeUndefined();
  });
});

describe('following a shell', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  function follow() {
    const told: string[] = [];
    const shell = new ShellDirectory((path) => told.push(path));
    const hear = (...said: string[]) => {
      for (const one of said) {
        shell.hear(one);
      }
      vi.advanceTimersByTime(1000);
    };
    return { told, shell, hear };
  }

  it('tells each place once, and of a flood only the last', () => {
    const { told, hear } = follow();
    hear('file://h/a', 'file://h/a');
    hear('file://h/a');
    hear(...Array.from({ length: 1000 }, (_, at) => `file://h/${at}`));
    expect(told).toEqual(['/a', '/999']);
  });

  it('listens to the first machine only', () => {
    const { told, hear } = follow();
    hear('file://web-01/a');
    hear('file://container/b');
    hear('file://web-01/c');
    expect(told).toEqual(['/a', '/c']);
  });

  it('tells nothing once it is over', () => {
    const { told, shell } = follow();
    shell.hear('file://h/a');
    shell.dispose();
    vi.advanceTimersByTime(1000);
    expect(told).toEqual([]);
  });
});
