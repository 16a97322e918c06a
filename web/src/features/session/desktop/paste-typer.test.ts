import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { PasteTyper, SETTLE_MS } from './paste-typer.ts';
import { isTypedByKeys, lostCharacters } from './text-reach.ts';

const done: string[] = [];
const typer = () => new PasteTyper({ put: (text) => done.push(text) > 0, paste: () => done.push('paste') });

beforeEach(() => {
  vi.useFakeTimers();
  done.length = 0;
});
afterEach(() => vi.useRealTimers());

describe('text that is written by pasting it', () => {
  it('is pasted when the desktop has it, and keys keep their place', async () => {
    const written = typer();
    const press = (key: string) => written.inTurn(() => done.push(key));
    press('a');
    expect(done).toEqual(['a']);
    written.type('玉門');
    press('Enter');
    written.type('關');
    press('b');
    expect(done).toEqual(['a', '玉門']);
    await vi.advanceTimersByTimeAsync(SETTLE_MS);
    expect(done).toEqual(['a', '玉門', 'paste']);
    await vi.advanceTimersByTimeAsync(SETTLE_MS);
    expect(done).toEqual(['a', '玉門', 'paste', 'Enter', '關']);
    await vi.advanceTimersByTimeAsync(2 * SETTLE_MS);
    expect(done).toEqual(['a', '玉門', 'paste', 'Enter', '關', 'paste', 'b']);
  });

  it('is over before something that takes keys away, and keys wait until that is over too', async () => {
    const written = typer();
    written.type('玉門');
    written.inTurn(() => done.push('resize'), 400);
    written.inTurn(() => done.push('Enter'));
    await vi.advanceTimersByTimeAsync(2 * SETTLE_MS - 1);
    expect(done).toEqual(['玉門', 'paste']);
    await vi.advanceTimersByTimeAsync(1);
    expect(done).toEqual(['玉門', 'paste', 'resize']);
    await vi.advanceTimersByTimeAsync(399);
    expect(done).toHaveLength(3);
    await vi.advanceTimersByTimeAsync(1);
    expect(done).toEqual(['玉門', 'paste', 'resize', 'Enter']);
  });

  it('is left out where the desktop does not take it, and what follows is not', () => {
    const written = new PasteTyper({ put: () => false, paste: () => done.push('paste') });
    written.type('玉門');
    written.inTurn(() => done.push('a'));
    expect(done).toEqual(['a']);
  });

  it('is not written any more when the desktop is gone', async () => {
    const written = typer();
    written.type('玉門');
    written.dispose();
    await vi.advanceTimersByTimeAsync(10 * SETTLE_MS);
    expect(done).toEqual(['玉門']);
  });
});

describe('what a clipboard carries', () => {
  it('is Latin-1 to VNC and the basic plane to RDP', () => {
    expect(lostCharacters('vnc', 'café ÿ')).toEqual([]);
    expect(lostCharacters('vnc', '玉門 關 玉 😀')).toEqual(['玉', '門', '關', '😀']);
    expect(lostCharacters('rdp', '玉門關 €')).toEqual([]);
    expect(lostCharacters('rdp', '玉 😀')).toEqual(['😀']);
    expect(lostCharacters(undefined, '😀')).toEqual([]);
  });

  it('is needed for what no keyboard has', () => {
    expect(isTypedByKeys('ls -la\n')).toBe(true);
    expect(isTypedByKeys('é')).toBe(false);
  });
});
