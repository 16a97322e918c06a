import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { KeyboardField } from './keyboard-field.ts';

let element: HTMLTextAreaElement;
let field: KeyboardField;
let keys: [isPressed: boolean, keysym: number][];
const onText = vi.fn<(text: string) => boolean>();
const onPaste = vi.fn<(text: string) => boolean>();

beforeEach(() => {
  vi.useFakeTimers();
  element = document.createElement('textarea');
  document.body.append(element);
  keys = [];
  onText.mockReset().mockReturnValue(false);
  onPaste.mockReset().mockReturnValue(true);
  field = new KeyboardField(element, {
    onKey: (isPressed, keysym) => keys.push([isPressed, keysym]),
    onFocus: () => undefined,
    onBlur: () => undefined,
    onPaste: (text: string) => {
      keys.push([true, -1]);
      return onPaste(text);
    },
    onText,
  });
});
afterEach(() => {
  field.dispose();
  element.remove();
  vi.useRealTimers();
});

const han = (character: string) => 0x01_00_00_00 | (character.codePointAt(0) ?? 0);
const down = (
  key: string,
  { code, ...init }: Omit<KeyboardEventInit, 'code'> & { code?: number } = {},
  place: HTMLElement = element,
) => {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init });
  Object.defineProperty(event, 'keyCode', { value: code ?? key.toUpperCase().charCodeAt(0) });
  place.dispatchEvent(event);
};
const write = (value: string) => {
  element.value += value;
  element.dispatchEvent(new InputEvent('input', { data: value }));
};

describe('the field with the keyboard', () => {
  it('types what an input method composed, once it is certain, and each time', () => {
    for (const word of ['玉門', '😀', '春']) {
      keys.length = 0;
      element.dispatchEvent(new CompositionEvent('compositionstart'));
      down('Process', { code: 229 });
      write('ㄩ');
      expect(keys).toEqual([]);
      element.value = word;
      element.dispatchEvent(new InputEvent('input', { data: word }));
      element.dispatchEvent(new CompositionEvent('compositionend', { data: word }));
      // Some browsers tell of it again.
      element.dispatchEvent(new InputEvent('input', { data: word }));
      expect(keys).toEqual(
        Array.from(word).flatMap((character) => [
          [true, han(character)],
          [false, han(character)],
        ]),
      );
      expect(element.value).toBe('');
    }
  });

  it('types what comes without keys, such as from a phone, also after something was composed', () => {
    element.dispatchEvent(new CompositionEvent('compositionstart'));
    element.value = '中';
    element.dispatchEvent(new CompositionEvent('compositionend', { data: '中' }));
    keys.length = 0;
    write('a');
    expect(keys).toEqual([
      [true, 0x61],
      [false, 0x61],
    ]);
  });

  it('hears no key that another desktop, a terminal or a dialog has', () => {
    const others = ['textarea', 'textarea', 'input'].map((name) => document.createElement(name));
    document.body.append(...others);
    const elsewhere: number[] = [];
    const beside = new KeyboardField(others[0] as HTMLTextAreaElement, {
      onKey: (_isPressed, keysym) => elsewhere.push(keysym),
      onFocus: () => undefined,
      onBlur: () => undefined,
      onPaste: () => true,
    });
    for (const place of [...others, document.body]) {
      down('Enter', { code: 13 }, place);
      down('a', {}, place);
    }
    expect(keys).toEqual([]);
    expect(elsewhere).toContain(0xff_0d);
    down('Enter', { code: 13 });
    expect(keys).toContainEqual([true, 0xff_0d]);
    beside.dispose();
    others.forEach((other) => other.remove());
  });

  it('holds no key down that nobody holds: the window was left', () => {
    down('Control', { code: 17, location: 1 });
    expect(keys).toEqual([[true, 0xff_e3]]);
    element.dispatchEvent(new FocusEvent('blur'));
    expect(keys).toEqual([
      [true, 0xff_e3],
      [false, 0xff_e3],
    ]);
  });

  it('gives the clipboard before the keys that paste it', () => {
    down('Control', { code: 17, location: 1, ctrlKey: true });
    down('v', { ctrlKey: true });
    expect(keys).toEqual([[true, 0xff_e3]]);
    const event = new Event('paste', { bubbles: true, cancelable: true });
    Object.defineProperty(event, 'clipboardData', { value: { getData: () => '貼上' } });
    element.dispatchEvent(event);
    expect(onPaste).toHaveBeenCalledWith('貼上');
    expect(keys.slice(1)).toEqual([
      [true, -1],
      [true, 0x76],
      [false, 0x76],
    ]);
    vi.advanceTimersByTime(1000);
    expect(keys).toHaveLength(4);
  });

  it('keeps the keys that paste to itself where what they would paste did not arrive', () => {
    onPaste.mockReturnValue(false);
    down('v', { ctrlKey: true });
    const event = new Event('paste', { bubbles: true, cancelable: true });
    Object.defineProperty(event, 'clipboardData', { value: { getData: () => '貼上' } });
    element.dispatchEvent(event);
    vi.advanceTimersByTime(1000);
    expect(keys).toEqual([[true, -1]]);
  });

  it('leaves what was composed to who deals with it', () => {
    onText.mockReturnValue(true);
    write('玉門');
    expect(onText).toHaveBeenCalledWith('玉門');
    expect(keys).toEqual([]);
    onText.mockReturnValue(false);
    write('春');
    expect(keys.map(([, keysym]) => keysym)).toEqual([han('春'), han('春')]);
  });

  it('pastes with the keys alone where the browser has nothing to paste', () => {
    down('v', { ctrlKey: true });
    vi.advanceTimersByTime(100);
    expect(keys.filter(([, keysym]) => keysym === 0x76)).toEqual([
      [true, 0x76],
      [false, 0x76],
    ]);
  });

  it('presses a combination and lets it go in the other order', () => {
    field.press([1, 2]);
    expect(keys).toEqual([
      [true, 1],
      [true, 2],
      [false, 2],
      [false, 1],
    ]);
  });

  it('ends lines with the key for it', () => {
    field.type('a\r\nb\n');
    expect(keys.filter(([isPressed]) => isPressed).map(([, keysym]) => keysym)).toEqual([
      0x61, 0xff_0d, 0x62, 0xff_0d,
    ]);
  });
});
