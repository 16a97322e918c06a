import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { DesktopClipboard } from './desktop-clipboard.ts';

const writeText = vi.fn<(text: string) => Promise<void>>();
const readText = vi.fn<() => Promise<string>>();
const query = vi.fn<() => Promise<{ state: string }>>();

beforeEach(() => {
  vi.stubGlobal('navigator', { clipboard: { writeText, readText }, permissions: { query } });
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  writeText.mockReset().mockResolvedValue();
  readText.mockReset().mockResolvedValue('from elsewhere');
  query.mockReset().mockResolvedValue({ state: 'granted' });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function setup(rights = { copy: true, paste: true }) {
  const sent: string[] = [];
  const onCopied = vi.fn();
  const clipboard = new DesktopClipboard({
    mayCopy: () => rights.copy,
    mayPaste: () => rights.paste,
    carries: (text) => !text.includes('😀'),
    send: (text) => sent.push(text) > 0,
    onCopied,
  });
  return { clipboard, sent, onCopied };
}

describe('the clipboard of a desktop', () => {
  it('gets what was copied elsewhere when the person comes back, once', async () => {
    const { clipboard, sent } = setup();
    readText.mockResolvedValue('第一行\r\n第二行');
    await clipboard.bringAlong();
    await clipboard.bringAlong();
    expect(sent).toEqual(['第一行\n第二行']);
    clipboard.forget();
    await clipboard.bringAlong();
    expect(sent).toHaveLength(2);
  });

  it('keeps what the person put in by hand until something new is copied elsewhere', async () => {
    const { clipboard, sent } = setup();
    clipboard.paste('by hand');
    await waitFor(() => expect(readText).toHaveBeenCalled());
    await clipboard.bringAlong();
    expect(sent).toEqual(['by hand']);
    readText.mockResolvedValue('newer');
    await clipboard.bringAlong();
    expect(sent).toEqual(['by hand', 'newer']);
  });

  it('does not bring along by itself what would arrive as something else', async () => {
    const { clipboard, sent } = setup();
    readText.mockResolvedValue('😀');
    await clipboard.bringAlong();
    expect(sent).toEqual([]);
    // The person may still want it.
    expect(clipboard.paste('😀')).toBe(true);
  });

  it('asks nobody for it', async () => {
    const { clipboard, sent } = setup();
    query.mockResolvedValue({ state: 'prompt' });
    await clipboard.bringAlong();
    query.mockRejectedValue(new TypeError('no such permission'));
    await clipboard.bringAlong();
    expect(readText).not.toHaveBeenCalled();
    expect(sent).toEqual([]);
  });

  it('comes to the browser, and does not go back from there', async () => {
    const { clipboard, sent, onCopied } = setup();
    await clipboard.onRemote('玉門關 😀');
    expect(writeText).toHaveBeenCalledWith('玉門關 😀');
    expect(onCopied).toHaveBeenCalledWith('玉門關 😀', true);
    readText.mockResolvedValue('玉門關 😀');
    await clipboard.bringAlong();
    expect(sent).toEqual([]);
  });

  it('waits for a key or a click where the browser wants one', async () => {
    const { clipboard, onCopied } = setup();
    writeText.mockRejectedValueOnce(new Error('no gesture'));
    await clipboard.onRemote('later');
    expect(onCopied).toHaveBeenLastCalledWith('later', false);
    clipboard.onGesture();
    await waitFor(() => expect(onCopied).toHaveBeenLastCalledWith('later', true));
    clipboard.onGesture();
    expect(writeText).toHaveBeenCalledTimes(2);
  });

  it('neither gives nor takes what may not be', async () => {
    const { clipboard, sent, onCopied } = setup({ copy: false, paste: false });
    await clipboard.bringAlong();
    expect(clipboard.paste('x')).toBe(false);
    await clipboard.onRemote('secret');
    expect(sent).toEqual([]);
    expect(writeText).not.toHaveBeenCalled();
    expect(onCopied).not.toHaveBeenCalled();
  });
});
