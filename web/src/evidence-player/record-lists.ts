import type { Sentence } from '@jadegate/contract/language';
import { BUNDLE } from '@jadegate/contract/session/evidence/bundle';
import { objectOf, textIn, type Fields } from '@jadegate/contract/session/evidence/read-fields';
import type { ZipReader } from '@jadegate/contract/session/evidence/zip-reader';
import { PLAYER_WORDS } from '@jadegate/contract/words/evidence';

import { clockText } from '../features/session/session/player/timeline.ts';
import { make, said } from './make.ts';

/** Of each list: nobody reads more, and the file has all of them. */
const SHOWN = 1000;

/** What was typed, what was done with files, and what the audit log says, below each other. */
export async function listsOf(
  zip: ZipReader,
  jump: ((moment: number) => void) | undefined,
): Promise<HTMLElement[]> {
  const lists: HTMLElement[] = [];
  const kinds: [string, Sentence, (row: Fields) => HTMLElement][] = [
    [BUNDLE.commands, PLAYER_WORDS.commands, (row) => commandLine(row, jump)],
    [BUNDLE.files, PLAYER_WORDS.file_log, (row) => textLine(row, ['action', 'fileName', 'result'])],
    [BUNDLE.audit, PLAYER_WORDS.audit, (row) => textLine(row, ['action', 'actorName', 'result'])],
  ];
  for (const [path, words, line] of kinds) {
    const bytes = await zip.read(path).catch(() => undefined);
    const rows = new TextDecoder()
      .decode(bytes)
      .split('\n')
      .map(objectOf)
      .filter((row) => row !== undefined);
    if (rows.length > 0) {
      const title = make('summary', { textContent: said(words, { count: rows.length }) });
      const list = make('ol', {}, ...rows.slice(0, SHOWN).map((row) => line(row)));
      lists.push(make('details', { open: path === BUNDLE.commands }, title, list));
    }
  }
  return lists;
}

function commandLine(command: Fields, jump: ((moment: number) => void) | undefined): HTMLElement {
  const offset = Number(command['offsetMs']);
  const text = textIn(command, 'command') ?? '';
  const line = make('li', {});
  if (jump && Number.isFinite(offset)) {
    const button = make('button', { type: 'button', textContent: clockText(offset) });
    button.addEventListener('click', () => jump(offset));
    line.append(button, ' ');
  }
  line.append(make('code', { textContent: text }));
  return line;
}

function textLine(row: Fields, fields: readonly string[]): HTMLElement {
  const values = ['at', ...fields].map((name) => textIn(row, name) ?? '');
  return make('li', { textContent: values.join(' · ') });
}
