import { MAX_DESKTOP_SIDE } from '@jadegate/contract/session/desktop-socket';
import { encodeInstruction } from '@jadegate/contract/session/guac-instruction';

import type { Instruction } from '../../protocols/guacd/instruction.ts';
import type { DesktopRights } from '../../protocols/guacd/parameters.ts';
import { isPlainAct } from './plain-act.ts';

/** Something that was to be carried in or out. `name` is that of a file. */
export interface Attempt {
  kind: 'copy' | 'paste' | 'upload' | 'download';
  name: string;
}

/** What becomes of an instruction. `refuse` is to be sent back to whoever sent it, `attempt` is what was refused. */
export type Verdict = { pass: boolean; refuse?: string; isClipboard?: boolean; attempt?: Attempt };

/** What may be done at this moment. */
export type RightsNow = () => DesktopRights;

const PASS: Verdict = { pass: true };
const DROP: Verdict = { pass: false };
const PASS_CLIPBOARD: Verdict = { pass: true, isClipboard: true };
const FORBIDDEN = 771;
/** No desktop has more streams open at once. */
const MAX_STREAMS = 256;

/** What a person sends that is not part of a stream, and may always be sent in any form. */
const PLAIN_INPUT = new Set(['touch', 'sync', 'nop', 'ack']);
/** What opens a stream towards the desktop, and is not offered: files and whatever a host may think of. */
const REFUSED_INPUT = new Set(['file', 'put', 'pipe', 'video', 'img']);
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

/** Where an instruction that opens a stream has the number of the stream, and the name of what goes over. */
function streamOf({ opcode, args }: Instruction): { stream: string; name: string } {
  // Those that are about an object name it first.
  const first = opcode === 'put' || opcode === 'body' ? 1 : 0;
  return { stream: args[first] ?? '', name: args[first + 2] ?? '' };
}

/** What a stream towards the desktop carries. */
type Opened = 'clipboard' | 'argv' | 'audio';

/** What a client may send to the desktop. Whatever the page does, what is not allowed does not arrive. */
export class InputRights {
  readonly #rights: RightsNow;
  readonly #open = new Map<string, Opened>();
  #isAsked = false;

  constructor(rights: RightsNow) {
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
    const { args } = instruction;
    const [stream = ''] = args;
    switch (opcode) {
      case 'key':
      case 'mouse':
        return isPlainAct(instruction) ? PASS : DROP;
      case 'clipboard':
        return this.#rights().paste
          ? this.#begin(stream, 'clipboard')
          : { ...this.#refuse(stream), attempt: { kind: 'paste', name: '' } };
      case 'audio':
        return this.#rights().microphone === true ? this.#begin(stream, 'audio') : this.#refuse(stream);
      case 'size':
        return isUsableSize(instruction) ? PASS : DROP;
      case 'argv':
        return this.#isAsked ? this.#begin(stream, 'argv') : this.#refuse(stream);
      case 'blob':
      case 'end':
        return this.#goOn(opcode, stream);
      case 'get':
        return { pass: false, attempt: { kind: 'download', name: args[1] ?? '' } };
      default:
        return REFUSED_INPUT.has(opcode) ? this.#refuseStream(instruction) : DROP;
    }
  }

  #begin(stream: string, what: Opened): Verdict {
    if (this.#open.size >= MAX_STREAMS) {
      return this.#refuse(stream);
    }
    this.#open.set(stream, what);
    return what === 'clipboard' ? PASS_CLIPBOARD : PASS;
  }

  #goOn(opcode: 'blob' | 'end', stream: string): Verdict {
    const what = this.#open.get(stream);
    if (opcode === 'end') {
      this.#open.delete(stream);
    }
    if (what !== 'clipboard') {
      return what === undefined ? DROP : PASS;
    }
    // The right may have gone while it was under way.
    return this.#rights().paste || opcode === 'end' ? PASS_CLIPBOARD : DROP;
  }

  #refuse(stream: string): Verdict {
    this.#open.delete(stream);
    return { pass: false, refuse: refusal(stream) };
  }

  #refuseStream(instruction: Instruction): Verdict {
    const { stream, name } = streamOf(instruction);
    const isFile = instruction.opcode === 'file' || instruction.opcode === 'put';
    return { ...this.#refuse(stream), ...(isFile && { attempt: { kind: 'upload', name } }) };
  }
}

/** What the desktop may send to those who see it. */
export class OutputRights {
  readonly #rights: RightsNow;
  /** Streams whose pieces go nowhere. */
  readonly #refused = new Set<string>();
  readonly #clipboards = new Set<string>();
  /** More were refused than are remembered, so that pieces of none can be told apart. */
  #isOverrun = false;

  constructor(rights: RightsNow) {
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
    if (!this.#rights().copy) {
      this.#note(this.#refused, stream);
      return { pass: false, attempt: { kind: 'copy', name: '' } };
    }
    this.#note(this.#clipboards, stream);
    return PASS_CLIPBOARD;
  }

  #goOn({ opcode, args: [stream = ''] }: Instruction): Verdict {
    const isOver = opcode === 'end';
    if (this.#refused.has(stream)) {
      if (isOver) {
        this.#refused.delete(stream);
      }
      return DROP;
    }
    const isClipboard = isOver ? this.#clipboards.delete(stream) : this.#clipboards.has(stream);
    if (!isClipboard) {
      return this.#isOverrun ? DROP : PASS;
    }
    // The right may have gone while it was under way.
    return this.#rights().copy || isOver ? PASS_CLIPBOARD : DROP;
  }

  #refuse(instruction: Instruction): Verdict {
    const { opcode } = instruction;
    const { stream, name } = streamOf(instruction);
    // A file system is an object and no stream.
    if (opcode === 'filesystem' || stream === '') {
      return DROP;
    }
    this.#note(this.#refused, stream);
    const isFile = opcode === 'file' || opcode === 'body';
    return {
      pass: false,
      refuse: refusal(stream),
      ...(isFile && { attempt: { kind: 'download', name } }),
    };
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
