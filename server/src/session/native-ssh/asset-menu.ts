import { StringDecoder } from 'node:string_decoder';

import { translate, type Language } from '@jadegate/contract/language';
import { SSH_DOOR_WORDS } from '@jadegate/contract/session/ssh-door.words';

import type { ClientChannel } from '../../protocols/ssh-server/client-channel.ts';
import { charWidth } from '../../protocols/terminal-line/char-width.ts';
import { LentChannel } from './lent-channel.ts';

interface MenuOptions<Entry> {
  channel: ClientChannel;
  language: Language;
  /** What matches the text, the most recent first. */
  list: (text: string) => Promise<readonly Entry[]>;
  /** Opens one on the channel. Resolves when it is over; rejects with what its person reads. */
  open: (entry: Entry, channel: LentChannel) => Promise<void>;
  reasonOf: (error: unknown) => string;
}

/** Lines beside the entries. */
const FRAME_ROWS = 5;
const LONGEST_FILTER = 60;
const ESCAPE = '\u001B';
/** A key that sends several characters, or one character. */
const KEYS = new RegExp(`${ESCAPE}\\[[0-9;]*[@-~]|${ESCAPE}O[A-Z]|[^]`, 'gu');
const UP = `${ESCAPE}[A`;
const DOWN = `${ESCAPE}[B`;
const ENTER = new Set(['\r', '\n']);
const LEAVE = new Set(['\u0003', '\u0004']);
const ERASE = new Set(['\u007F', '\b']);
const ERASE_ALL = '\u0015';
const CLEAR = '\u001B[2J\u001B[H';
const INVERSE = '\u001B[7m';
const FAINT = '\u001B[2m';
const NORMAL = '\u001B[0m';

/** What people with a terminal see who named no asset: type to find one, Enter opens it, and it comes back after that. */
export class AssetMenu<Entry extends { name: string; tags: readonly string[] }> {
  readonly #options: MenuOptions<Entry>;
  readonly #decoder = new StringDecoder('utf8');
  #entries: readonly Entry[] = [];
  #filter = '';
  #chosen = 0;
  /** What became of the last one, where it came to nothing. */
  #said = '';
  #lent: LentChannel | undefined;
  #finding: Promise<void> | undefined;
  /** What was found is not what is looked for. */
  #isStale = false;
  #isDrawingDue = false;
  #work: Promise<void> = Promise.resolve();

  constructor(options: MenuOptions<Entry>) {
    this.#options = options;
  }

  /** Resolves when the person leaves. */
  async show(): Promise<void> {
    const { channel } = this.#options;
    await this.#find();
    this.#takeBack();
    await new Promise<void>((resolve) => {
      channel.onClose(resolve);
      channel.input.on('end', resolve);
      channel.input.on('data', (bytes: Buffer) => {
        if (this.#lent) {
          this.#hand(bytes);
        } else if (this.#take(this.#decoder.write(bytes).match(KEYS) ?? []) === 'leave') {
          resolve();
        }
      });
    });
    await this.#work;
  }

  #hand(bytes: Buffer): void {
    const { input } = this.#options.channel;
    const lent = this.#lent;
    if (lent && !lent.type(bytes)) {
      input.pause();
      lent.input.once('drain', () => input.resume());
    }
  }

  /** However many come at once, they are shown and looked for once. */
  #take(keys: readonly string[]): 'leave' | undefined {
    const before = this.#filter;
    for (const [index, key] of keys.entries()) {
      if (LEAVE.has(key)) {
        return 'leave';
      }
      if (ENTER.has(key)) {
        const found = this.#filter === before ? this.#finding : this.#find();
        this.#work = this.#open(found);
        this.#hand(Buffer.from(keys.slice(index + 1).join('')));
        return undefined;
      }
      this.#press(key);
    }
    this.#draw();
    if (this.#filter !== before) {
      this.#work = this.#find();
    }
    return undefined;
  }

  #press(key: string): void {
    const before = this.#filter;
    if (key === UP || key === DOWN) {
      const step = key === UP ? -1 : 1;
      this.#chosen = Math.max(0, Math.min(this.#entries.length - 1, this.#chosen + step));
    } else if (ERASE.has(key)) {
      this.#filter = [...before].slice(0, -1).join('');
    } else if (key === ERASE_ALL) {
      this.#filter = '';
    } else if (/^\P{Cc}/u.test(key) && before.length < LONGEST_FILTER) {
      this.#filter = before + key;
    }
  }

  /** One question at a time, about what is typed by then. */
  #find(): Promise<void> {
    this.#isStale = true;
    this.#finding ??= this.#findAll().finally(() => (this.#finding = undefined));
    return this.#finding;
  }

  async #findAll(): Promise<void> {
    while (this.#isStale) {
      this.#isStale = false;
      try {
        this.#entries = await this.#options.list(this.#filter);
        this.#chosen = 0;
      } catch (error) {
        this.#said = this.#options.reasonOf(error);
      }
    }
    if (!this.#lent) {
      this.#draw();
    }
  }

  /** What is typed from now on is for whatever is opened: the first of what was looked for, and not of what is shown still. */
  async #open(found: Promise<void> | undefined): Promise<void> {
    const { channel, open, reasonOf } = this.#options;
    const lent = new LentChannel(channel);
    this.#lent = lent;
    this.#said = '';
    await found;
    const entry = this.#entries[this.#chosen];
    if (entry) {
      channel.write(Buffer.from(CLEAR));
      try {
        await open(entry, lent);
      } catch (error) {
        this.#said = reasonOf(error);
      }
      this.#filter = '';
    }
    this.#lent = undefined;
    channel.input.resume();
    this.#takeBack();
    await this.#find();
  }

  /** Sizes are ours again. */
  #takeBack(): void {
    this.#options.channel.onResize(() => this.#draw());
    this.#options.channel.onSignal(() => undefined);
  }

  #draw(): void {
    const { channel, language } = this.#options;
    if (channel.backlog > 0) {
      // Whoever has not taken the last picture gets one when they have, of what is there by then.
      this.#isDrawingDue = true;
      return;
    }
    const { cols, rows } = channel.requests.pty?.size ?? { cols: 80, rows: 24 };
    const room = Math.max(1, rows - FRAME_ROWS);
    const from = Math.max(0, Math.min(this.#chosen - room + 1, this.#entries.length - room));
    const shown = this.#entries.slice(from, from + room).map(({ name, tags }, index) => {
      const line = cut(name, cols - 3);
      const marks = cut(tags.map((tag) => ` #${tag}`).join(''), cols - 3 - widthOf(line));
      return `${from + index === this.#chosen ? INVERSE : ''} ${line} ${NORMAL}${FAINT}${marks}${NORMAL}`;
    });
    const nothing = translate(SSH_DOOR_WORDS.menu_empty, language);
    const lines = [
      `\u001B[1m${cut(translate(SSH_DOOR_WORDS.menu_title, language), cols)}\u001B[0m`,
      cut(translate(SSH_DOOR_WORDS.menu_help, language), cols),
      cut(this.#said, cols),
      ...(shown.length > 0 ? shown : [` ${cut(nothing, cols - 2)}`]),
    ];
    const prompt = cut(`${translate(SSH_DOOR_WORDS.menu_filter, language)}${this.#filter}`, cols - 1);
    channel.write(Buffer.from(`${CLEAR}${lines.join('\r\n')}\r\n\r\n${prompt}`), () => {
      if (this.#isDrawingDue && !this.#lent && !channel.isClosed) {
        this.#isDrawingDue = false;
        this.#draw();
      }
    });
  }
}

function widthOf(text: string): number {
  return [...text].reduce((width, character) => width + charWidth(character), 0);
}

/** As much of the text as fits. */
function cut(text: string, columns: number): string {
  let width = 0;
  let kept = '';
  for (const character of text) {
    width += charWidth(character);
    if (width > columns) {
      break;
    }
    kept += character;
  }
  return kept;
}
