import { expect, it } from 'vitest';

import { frameShortcutOf } from '../session-frame/frame-shortcuts.ts';
import { terminalShortcutOf } from './terminal-shortcuts.ts';

function press(keys: string) {
  const parts = keys.split('+');
  const pressed = {
    ctrlKey: parts.includes('Ctrl'),
    metaKey: parts.includes('Meta'),
    altKey: parts.includes('Alt'),
    shiftKey: parts.includes('Shift'),
    code: parts.at(-1) ?? '',
  };
  const answers = [frameShortcutOf(pressed), terminalShortcutOf(pressed)].filter((one) => one !== undefined);
  // Both listen to the same keys: one of them must not take what is the other's.
  expect(answers.length).toBeLessThan(2);
  return answers[0];
}

it.each([
  ['Ctrl+Equal', { type: 'font', step: 1 }],
  ['Ctrl+Shift+Equal', { type: 'font', step: 1 }],
  ['Meta+Minus', { type: 'font', step: -1 }],
  ['Ctrl+Digit0', { type: 'font', step: 0 }],
  ['Ctrl+Shift+KeyF', { type: 'find' }],
  ['Alt+Shift+KeyS', { type: 'snippets' }],
  ['Alt+Shift+KeyT', { type: 'open' }],
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
