import type { DesktopAct } from '@jadegate/contract/session/desktop-act';
import { markLabel } from '@jadegate/contract/session/session-share';

import type { Instruction } from '../../protocols/guacd/instruction.ts';
import type { DesktopWriter } from '../../recorders/desktop/writer.ts';
import type { ActLog } from './act-log.ts';
import type { Attempt } from './stream-rights.ts';
import { TransferWatch, type Transfer } from './transfer-watch.ts';
import { TypedLines } from './typed-lines.ts';

interface Parts {
  writer: DesktopWriter | undefined;
  log: ActLog;
  /** Whether what was copied and pasted is kept, or only that it was. */
  keepsClipboard: boolean;
  /** Whether what is typed is part of the recording. */
  keepsTyped: boolean;
  /** The name of the one whose desktop it is. */
  person: () => { readonly username: string };
}

const NOTHING = { bytes: 0, checksum: '', text: '' };
const MAX_NAME = 1000;

/** Writes down what a person carries in and out of a desktop and, if that is wanted, types there. */
export class DesktopActs {
  readonly #deps: Parts;
  readonly #copied: TransferWatch;
  readonly #pasted: TransferWatch;
  readonly #typed: TypedLines | undefined;
  #hands: string | undefined;

  constructor(parts: Parts) {
    const { writer, keepsClipboard: keepsText, keepsTyped } = parts;
    this.#deps = parts;
    const watch = (kind: 'copy' | 'paste') =>
      new TransferWatch({ keepsText, onTransfer: (transfer) => this.#carried(kind, transfer) });
    this.#copied = watch('copy');
    this.#pasted = watch('paste');
    this.#typed =
      writer && keepsTyped
        ? new TypedLines((text) => writer.act({ ...NOTHING, kind: 'typed', text, name: '', isFailed: false }))
        : undefined;
  }

  /** An instruction of a clipboard that goes to the desktop. */
  paste(instruction: Instruction): void {
    follow(this.#pasted, instruction);
  }

  /** The same that comes from it. */
  copy(instruction: Instruction): void {
    follow(this.#copied, instruction);
  }

  /** Something was to be carried, and was refused. */
  refused({ kind, name }: Attempt): void {
    this.#note({ ...NOTHING, kind, name: storable(name), isFailed: true });
  }

  /** A key or a move of the mouse, as it went to the desktop. `by`: the name of whoever did it. */
  typed(instruction: Instruction, by: string): void {
    if (isDeed(instruction)) {
      this.#nameHands(by);
    }
    this.#typed?.read(instruction);
  }

  /** Somebody else sits at the desktop from now on, or nobody. */
  changeHands(): void {
    this.#pasted.breakOff();
    this.#typed?.reset();
  }

  /** Before the recording is closed. */
  async close(): Promise<void> {
    this.changeHands();
    this.#copied.breakOff();
    await this.#deps.log.settle();
  }

  /** With several people at one desktop the recording tells who acts, also where it does not keep what was typed. */
  #nameHands(by: string): void {
    const before = this.#hands ?? this.#deps.person().username;
    this.#hands = by;
    if (before !== by) {
      this.#typed?.reset();
      this.#deps.writer?.mark(markLabel({ kind: 'hands', username: by }));
    }
  }

  #carried(kind: 'copy' | 'paste', transfer: Transfer): void {
    this.#note({ ...transfer, kind, name: '' });
  }

  #note(act: Omit<DesktopAct, 'at' | 'kind'> & { kind: Parameters<ActLog['note']>[0]['kind'] }): void {
    this.#deps.writer?.act(act);
    this.#deps.log.note(act);
  }
}

/** A key or a button goes down, or a finger is on the screen. Moving the pointer about does nothing. */
function isDeed({ opcode, args }: Instruction): boolean {
  return opcode === 'touch' || (opcode === 'key' ? args[1] === '1' : Number(args[2]) > 0);
}

/** No database takes half a character, or a character that ends texts. */
function storable(name: string): string {
  return name.replaceAll('\u0000', '').slice(0, MAX_NAME).toWellFormed();
}

function follow(watch: TransferWatch, { opcode, args: [stream = '', content = ''] }: Instruction): void {
  switch (opcode) {
    case 'clipboard':
      watch.begin(stream, content);
      return;
    case 'blob':
      watch.add(stream, content);
      return;
    case 'end':
      watch.end(stream);
  }
}
