import { Unicode11Addon } from '@xterm/addon-unicode11';
import { Terminal } from '@xterm/xterm';
import { afterEach, describe, expect, it } from 'vitest';

import { spansOf } from './screen-highlights.ts';

let terminal: Terminal | undefined;
afterEach(() => terminal?.dispose());

async function showing(output: string, size = { cols: 20, rows: 5 }): Promise<Terminal> {
  const made = new Terminal({ allowProposedApi: true, ...size });
  terminal = made;
  made.loadAddon(new Unicode11Addon());
  made.unicode.activeVersion = '11';
  await new Promise<void>((resolve) => made.write(output, resolve));
  return made;
}

describe('a text that is sought on a screen', () => {
  it('is found as often as it stands there, in whatever case', async () => {
    expect(spansOf(await showing('Error: an eRRor\r\nno\r\nerror'), 'error')).toEqual([
      { row: 0, column: 0, width: 5 },
      { row: 0, column: 10, width: 5 },
      { row: 2, column: 0, width: 5 },
    ]);
  });

  it('is measured in cells, of which a Han character takes two', async () => {
    expect(spansOf(await showing('備份 完成了'), '完成')).toEqual([{ row: 0, column: 5, width: 4 }]);
  });

  it('is found across the edge at which the line was broken', async () => {
    expect(spansOf(await showing('12345678abcd', { cols: 10, rows: 4 }), 'abcd')).toEqual([
      { row: 0, column: 8, width: 2 },
      { row: 1, column: 0, width: 2 },
    ]);
  });

  it('is not found across two lines, nor above what is in sight', async () => {
    expect(spansOf(await showing('ab\r\ncd'), 'abcd')).toEqual([]);
    expect(spansOf(await showing('sought\r\n\r\n\r\n\r\n\r\n\r\n'), 'sought')).toEqual([]);
  });
});
