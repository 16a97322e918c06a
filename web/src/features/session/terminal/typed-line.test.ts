import { Terminal } from '@xterm/xterm';
import { expect, it } from 'vitest';

import { TypedLine } from './typed-line.ts';

function shell({ cols = 40 } = {}) {
  const terminal = new Terminal({ cols, rows: 6, scrollback: 100, allowProposedApi: true });
  const line = new TypedLine(terminal);
  const print = (text: string) => new Promise<void>((resolve) => terminal.write(text, resolve));
  const type = async (text: string) => {
    for (const key of text) {
      line.noteKey();
      await print(key);
    }
  };
  return { line, print, type };
}

it('is what stands behind the prompt, while it is typed and after it was sent', async () => {
  const { line, print, type } = shell();
  expect(line.text).toBe('');
  await print('tgt@web:~$ ');
  await type('df -h');
  expect(line.text).toBe('df -h');
  await print('\r\nFilesystem 1G\r\ntgt@web:~$ ');
  expect(line.text).toBe('df -h');
  await type('ls');
  expect(line.text).toBe('ls');
});

it('is whole when it is longer than the screen is wide, and when it has scrolled', async () => {
  const { line, print, type } = shell({ cols: 20 });
  await print('tgt@web:~$ ');
  await type('journalctl -u nginx --since yesterday');
  expect(line.text).toBe('journalctl -u nginx --since yesterday');
  await print(`\r\n${'out\r\n'.repeat(20)}`);
  expect(line.text).toBe('journalctl -u nginx --since yesterday');
});

it('is whole after the shell drew its line anew', async () => {
  const { line, print, type } = shell();
  await print('$ ');
  await type('cat fo');
  await print('\r\nfoo  four\r\n$ cat fo');
  await type('ur');
  expect(line.text).toBe('cat four');
});

it('holds nothing that was not shown, and nothing of a full screen', async () => {
  const { line, print } = shell();
  await print('Password: ');
  line.noteKey();
  expect(line.text).toBe('');
  await print('\r\n\u001B[?1049h~ editor');
  line.noteKey();
  expect(line.text).toBe('');
});
