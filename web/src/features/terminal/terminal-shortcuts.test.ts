import { expect, it } from 'vitest';

import { shortcutOf } from './terminal-shortcuts.ts';

function press(keys: string) {
  const parts = keys.split('+');
  return shortcutOf({
    ctrlKey: parts.includes('Ctrl'),
    metaKey: parts.includes('Meta'),
    altKey: parts.includes('Alt'),
    shiftKey: parts.includes('Shift'),
    code: parts.at(-1) ?? '',
  });
}

it.each([
  ['Ctrl+Equal', { type: 'font', step: 1 }],
  ['Ctrl+Shift+Equal', { type: 'font', step: 1 }],
  ['Meta+Minus', { type: 'font', step: -1 }],
  ['Ctrl+Digit0', { type: 'font', step: 0 }],
  ['Ctrl+Shift+KeyF', { type: 'find' }],
  ['Alt+Shift+Minus', { type: 'split', direction: 'down' }],
  ['Alt+Shift+ArrowLeft', { type: 'move', direction: 'left' }],
  ['Alt+Shift+Digit2', { type: 'tab', index: 1 }],
])('%s', (keys, shortcut) => expect(press(keys)).toEqual(shortcut));

it.each([
  'Ctrl+KeyC',
  'Ctrl+KeyF',
  'Ctrl+KeyW',
  'Ctrl+Shift+Minus',
  'Alt+KeyB',
  'Alt+ArrowLeft',
  'KeyF',
  'Ctrl+Alt+KeyF',
])('%s is the shell’s', (keys) => expect(press(keys)).toBeUndefined());
