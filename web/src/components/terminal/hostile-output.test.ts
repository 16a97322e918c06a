import { waitFor } from '@testing-library/react';
import { Terminal } from '@xterm/xterm';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { FixedTerminal } from './fixed-terminal.ts';
import { LINKS, NO_LINKS, openLink } from './open-link.ts';
import { isTerminalAnswer } from './terminal-replies.ts';

// Sets styles in a way that the browser of these tests answers by setting the attribute again.
vi.mock(import('./style-attributes.ts'), () => ({ allowStyleAttributes: () => undefined }));

const ESC = '\u001B';
const click = new MouseEvent('click');

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const FOR_THE_CLIPBOARD = [
  ['fills it', `${ESC}]52;c;c3RvbGVu\u0007`],
  ['fills it, ended the other way', `${ESC}]52;p;c3RvbGVu${ESC}\\`],
  ['reads it', `${ESC}]52;c;?\u0007`],
  ['empties it', `${ESC}]52;c;!\u0007`],
  ['asks in the words of another terminal', `${ESC}]1337;Copy=:c3RvbGVu\u0007`],
] as const;

describe('what a target prints', () => {
  it.each(FOR_THE_CLIPBOARD)('does not reach the clipboard: %s', async (_what, output) => {
    const clipboard = { writeText: vi.fn(), readText: vi.fn(), write: vi.fn(), read: vi.fn() };
    vi.stubGlobal('navigator', { userAgent: navigator.userAgent, clipboard });
    const terminal = new Terminal({ allowProposedApi: true, linkHandler: LINKS });
    const sent: string[] = [];
    terminal.onData((text) => sent.push(text));
    await new Promise<void>((resolve) => terminal.write(`${output}after`, resolve));
    expect(terminal.buffer.active.getLine(0)?.translateToString(true)).toBe('after');
    expect(sent).toEqual([]);
    for (const act of Object.values(clipboard)) {
      expect(act).not.toHaveBeenCalled();
    }
    terminal.dispose();
  });

  it('leaves the title of the page alone', async () => {
    document.title = 'Jadegate';
    const terminal = new Terminal();
    await new Promise<void>((resolve) => terminal.write(`${ESC}]0;owned\u0007${ESC}]2;owned\u0007`, resolve));
    expect(document.title).toBe('Jadegate');
    terminal.dispose();
  });

  it('reaches neither clipboard nor title where people look on or play it back', async () => {
    const clipboard = { writeText: vi.fn(), readText: vi.fn(), write: vi.fn(), read: vi.fn() };
    vi.stubGlobal('navigator', { userAgent: navigator.userAgent, clipboard });
    document.title = 'Jadegate';
    const holder = document.createElement('div');
    document.body.append(holder);
    const sent: Uint8Array[] = [];
    const terminal = new FixedTerminal(holder, { onInput: (bytes) => sent.push(bytes) });
    const printed = FOR_THE_CLIPBOARD.map(([, output]) => output).join('');
    terminal.write(new TextEncoder().encode(`${printed}${ESC}]0;owned\u0007after`));
    await waitFor(() => expect(terminal.text()).toBe('after'));
    expect(sent).toEqual([]);
    expect(document.title).toBe('Jadegate');
    for (const act of Object.values(clipboard)) {
      expect(act).not.toHaveBeenCalled();
    }
    terminal.dispose();
    holder.remove();
  });

  it('and asks is answered, but not by those who look on', async () => {
    const terminal = new Terminal();
    const sent: string[] = [];
    terminal.onData((text) => sent.push(text));
    await new Promise<void>((resolve) => terminal.write(`${ESC}[6n${ESC}[c`, resolve));
    expect(sent.length).toBeGreaterThan(0);
    expect(sent.filter((text) => !isTerminalAnswer(text))).toEqual([]);
    terminal.dispose();
  });
});

describe('a link in a terminal', () => {
  it.each(['https://docs.example/a', 'http://10.0.0.1:8080/', 'HTTPS://docs.example'])(
    'opens %s apart',
    (address) => {
      const open = vi.spyOn(window, 'open').mockReturnValue(null);
      openLink(click, address);
      expect(open).toHaveBeenCalledExactlyOnceWith(address, '_blank', 'noopener,noreferrer');
    },
  );

  it.each([
    'javascript:alert(1)',
    'JavaScript://%0aalert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'ssh://host',
    'vbscript:x',
    '/account',
    'https:/\\evil',
    '',
  ])('does not open %j', (address) => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    openLink(click, address);
    LINKS.activate(click, address, { start: { x: 1, y: 1 }, end: { x: 2, y: 1 } });
    expect(open).not.toHaveBeenCalled();
  });

  it('leads nowhere in a recording or where somebody looks on', () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    NO_LINKS.activate(click, 'https://docs.example/', { start: { x: 1, y: 1 }, end: { x: 2, y: 1 } });
    expect(open).not.toHaveBeenCalled();
    expect([LINKS, NO_LINKS].map(({ allowNonHttpProtocols }) => allowNonHttpProtocols)).toEqual([
      false,
      false,
    ]);
  });
});
