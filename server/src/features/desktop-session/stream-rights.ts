import { MAX_DESKTOP_SIDE } from '@jadegate/contract/desktop-socket';
import { encodeInstruction } from '@jadegate/contract/guac-instruction';

import type { Instruction } from '../../protocols/guacd/instruction.ts';
import type { DesktopRights } from '../../protocols/guacd/parameters.ts';

/** What becomes of an instruction. `refuse` is to be sent back to whoever sent it. */
export type Verdict = { pass: boolean; refuse?: string; isClipboard?: boolean };

const PASS: Verdict = { pass: true };
const DROP: Verdict = { pass: false };
const FORBIDDEN = 771;
/** No desktop has more streams open at once. */
const MAX_STREAMS = 256;

/** What a person sends that is not part of a stream, and may always be sent. */
const PLAIN_INPUT = new Set(['key', 'mouse', 'touch', 'sync', 'nop', 'ack']);
/** What opens a stream towards the desktop, and is not offered: files, sound and whatever a host may think of. */
const REFUSED_INPUT = new Set(['file', 'put', 'pipe', 'audio', 'video', 'img']);
/** What opens a stream towards the person, and is not offered. */
const REFUSED_OUTPUT = new Set(['file', 'pipe', 'filesystem', 'body']);

function refusal(stream: string): string {
  return encodeInstruction('ack', stream, 'not allowed', FORBIDDEN);
}

/** A desktop as large as numbers go would fill guacd's memory. */
function isUsableSize({ args: [width, height] }: Instruction): boolean {
  return [width, height].every((text) => {
    const side = Number(text);
    return Number.isInteger(side) && side > 0 && side <= MAX_DESKTOP_SIDE;
  });
}

/** What a client may send to the desktop. Whatever the page does, what is not allowed does not arrive. */
export class InputRights {
  readonly #rights: DesktopRights;
  readonly #open = new Set<string>();
  #isAsked = false;

  constructor(rights: DesktopRights) {
    this.#rights = rights;
  }

  /** guacd asks for a name or a password: answers are taken. */
  expectAnswer(): void {
    this.#isAsked = true;
  }

  judge(instruction: Instruction): Verdict {
    const { opcode } = instruction;
    if (PLAIN_INPUT.has(opcode)) {
      return PASS;
    }
    const [stream = ''] = instruction.args;
    switch (opcode) {
      case 'clipboard':
        return this.#begin(stream, this.#rights.paste);
      case 'size':
        return isUsableSize(instruction) ? PASS : DROP;
      case 'argv':
        return this.#begin(stream, this.#isAsked);
      case 'blob':
        return this.#open.has(stream) ? PASS : DROP;
      case 'end':
        return this.#open.delete(stream) ? PASS : DROP;
      default:
        return REFUSED_INPUT.has(opcode) ? { pass: false, refuse: refusal(stream) } : DROP;
    }
  }

  #begin(stream: string, isAllowed: boolean): Verdict {
    if (!isAllowed || this.#open.size >= MAX_STREAMS) {
      this.#open.delete(stream);
      return { pass: false, refuse: refusal(stream) };
    }
    this.#open.add(stream);
    return PASS;
  }
}

/** What the desktop may send to those who see it. */
export class OutputRights {
  readonly #rights: DesktopRights;
  /** Streams whose pieces go nowhere. */
  readonly #refused = new Set<string>();
  readonly #clipboards = new Set<string>();
  /** More were refused than are remembered, so that pieces of none can be told apart. */
  #isOverrun = false;

  constructor(rights: DesktopRights) {
    this.#rights = rights;
  }

  judge(instruction: Instruction): Verdict {
    const { opcode } = instruction;
    switch (opcode) {
      case 'clipboard':
        return this.#beginClipboard(instruction.args[0] ?? '');
      case 'blob':
      case 'end':
        return this.#refused.size + this.#clipboards.size === 0 ? PASS : this.#goOn(instruction);
      default:
        return REFUSED_OUTPUT.has(opcode) ? this.#refuse(instruction) : PASS;
    }
  }

  #beginClipboard(stream: string): Verdict {
    if (!this.#rights.copy) {
      this.#note(this.#refused, stream);
      return DROP;
    }
    this.#note(this.#clipboards, stream);
    return { pass: true, isClipboard: true };
  }

  #goOn({ opcode, args: [stream = ''] }: Instruction): Verdict {
    const isOver = opcode === 'end';
    if (this.#refused.has(stream)) {
      if (isOver) {
        this.#refused.delete(stream);
      }
      return DROP;
    }
    if (this.#isOverrun && !this.#clipboards.has(stream)) {
      return DROP;
    }
    const isClipboard = isOver ? this.#clipboards.delete(stream) : this.#clipboards.has(stream);
    return { pass: true, isClipboard };
  }

  #refuse({ opcode, args }: Instruction): Verdict {
    // A file system is an object and no stream; what comes of one is `body`, whose stream is its second argument.
    const stream = opcode === 'body' ? args[1] : args[0];
    if (opcode === 'filesystem' || stream === undefined) {
      return DROP;
    }
    this.#note(this.#refused, stream);
    return { pass: false, refuse: refusal(stream) };
  }

  #note(streams: Set<string>, stream: string): void {
    this.#refused.delete(stream);
    this.#clipboards.delete(stream);
    if (streams.size < MAX_STREAMS) {
      streams.add(stream);
    } else {
      this.#isOverrun = true;
    }
  }
}
