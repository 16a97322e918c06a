import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { guardClipboard, type ClipboardWay } from './guard-clipboard.ts';

const TEXT = 'a line';
let element: HTMLElement;
let field: HTMLTextAreaElement;
let stop: AbortController;
const allowed = new Set<ClipboardWay>();
const refused: ClipboardWay[] = [];
const pasted: string[] = [];
const confirmPaste = vi.fn<(text: string) => Promise<boolean>>();
/** What would happen if nobody stood in between. */
const reached: string[] = [];

beforeEach(() => {
  element = document.createElement('div');
  field = document.createElement('textarea');
  element.append(field);
  document.body.append(element);
  stop = new AbortController();
  for (const list of [refused, pasted, reached]) {
    list.length = 0;
  }
  allowed.clear();
  confirmPaste.mockReset().mockResolvedValue(true);
  for (const name of ['copy', 'cut', 'paste', 'drop', 'dragstart']) {
    field.addEventListener(name, () => reached.push(name));
  }
  guardClipboard(
    element,
    {
      mayUseClipboard: (way, how) => {
        if (!allowed.has(way) && how !== 'quietly') {
          refused.push(way);
        }
        return allowed.has(way);
      },
      confirmPaste,
      paste: (text) => pasted.push(text),
    },
    stop.signal,
  );
});
afterEach(() => {
  stop.abort();
  element.remove();
});

/** The browser offers the text at the field, as a key, a menu or the mouse makes it do. Answers whether it was stopped. */
function happen(name: string, text = TEXT): boolean {
  const event = new Event(name, { bubbles: true, cancelable: true });
  const data = { getData: () => text };
  Object.assign(event, { clipboardData: data, dataTransfer: data });
  return !field.dispatchEvent(event);
}

describe('without the right to copy', () => {
  it.each(['copy', 'cut', 'dragstart'])('%s takes nothing out, and says so', (name) => {
    expect(happen(name)).toBe(true);
    expect(reached).toEqual([]);
    expect(refused).toEqual(['copy']);
  });

  it('what is marked is not selected for the middle button of others, without a word', () => {
    field.value = TEXT;
    field.select();
    expect(field.value).toBe('');
    expect(refused).toEqual([]);
  });
});

describe('with the right to copy', () => {
  beforeEach(() => allowed.add('copy'));

  it.each(['copy', 'cut', 'dragstart'])('%s goes its way', (name) => {
    expect(happen(name)).toBe(false);
    expect(reached).toEqual([name]);
  });

  it('what is marked is selected', () => {
    field.value = TEXT;
    field.select();
    expect(field.value.slice(field.selectionStart, field.selectionEnd)).toBe(TEXT);
  });

  it('nothing is put in', () => {
    expect(happen('paste')).toBe(true);
    expect([pasted, refused]).toEqual([[], ['paste']]);
  });
});

describe.each(['paste', 'drop'])('%s', (name) => {
  it('puts nothing in without the right, not even after a question', () => {
    expect(happen(name, 'one\ntwo')).toBe(true);
    expect([reached, pasted, refused]).toEqual([[], [], ['paste']]);
    expect(confirmPaste).not.toHaveBeenCalled();
  });

  it('puts one line in with it', () => {
    allowed.add('paste');
    expect(happen(name, 'one\n')).toBe(true);
    expect([reached, pasted]).toEqual([[], ['one\n']]);
  });

  it('asks before several lines', async () => {
    allowed.add('paste');
    happen(name, 'one\ntwo');
    expect(pasted).toEqual([]);
    await waitFor(() => expect(pasted).toEqual(['one\ntwo']));
    confirmPaste.mockResolvedValue(false);
    happen(name, 'three\nfour');
    await Promise.resolve();
    expect(pasted).toEqual(['one\ntwo']);
  });
});

it('a file that is dropped does not open in place of the page', () => {
  allowed.add('paste');
  expect(happen('dragover')).toBe(true);
  expect(happen('drop', '')).toBe(true);
  expect(pasted).toEqual([]);
});
