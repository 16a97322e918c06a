import { encodeInstruction } from '@jadegate/contract/session/guac-instruction';

import { InstructionReader, type Instruction } from '../../protocols/guacd/instruction.ts';
import type { Guest } from '../session/session-stream.ts';
import type { DesktopClient } from './desktop-client.ts';
import { isPlainAct } from './plain-act.ts';

interface Parts {
  client: DesktopClient;
  guest: Guest;
  /** Keys and moves of the pointer that the guest may make at this moment, in their order. */
  act: (instructions: readonly Instruction[]) => void;
  /** Whole instructions for the desktop that the guest did not send. */
  send: (bytes: string) => void;
}

/** guacd takes no longer instructions from a client. */
const MAX_INPUT_BYTES = 8192;
const MAX_ANSWERS_BYTES = 1024 * 1024;
/** No keyboard has more keys; what is held beyond that is not passed on. */
const MAX_HELD = 256;

/**
 * What somebody does at the desktop of another: keys and the pointer. The clipboard, the size, what the desktop asks and the
 * end belong to its person, so nothing else of what they send goes anywhere.
 */
export class GuestInput {
  readonly #deps: Parts;
  readonly #reader = new InstructionReader({ maxBytes: MAX_INPUT_BYTES });
  readonly #held = new Set<string>();
  #pointer: readonly string[] | undefined;
  #isDeaf = false;

  constructor(parts: Parts) {
    this.#deps = parts;
  }

  read(bytes: Buffer): void {
    if (this.#isDeaf) {
      return;
    }
    const { guest, act } = this.#deps;
    try {
      const instructions = this.#reader.read(bytes);
      this.#answerPings(instructions);
      const acts = guest.mayAct() ? instructions.filter((instruction) => this.#follow(instruction)) : [];
      if (acts.length > 0) {
        act(acts);
      }
    } catch {
      // Whoever speaks nonsense is not heard any more; the session is not theirs to end.
      this.#isDeaf = true;
      this.letGo();
    }
  }

  /** Nothing stays down at the desktop that nobody holds. Harmless to call twice. */
  letGo(): void {
    for (const keysym of this.#held) {
      this.#deps.send(encodeInstruction('key', keysym, 0));
    }
    this.#held.clear();
    const [x = '', y = '', buttons = '0'] = this.#pointer ?? [];
    this.#pointer = undefined;
    if (Number(buttons) !== 0) {
      this.#deps.send(encodeInstruction('mouse', x, y, 0));
    }
  }

  /** Answers whether it is one that a guest may send, and keeps what is down after it. */
  #follow(instruction: Instruction): boolean {
    const { opcode, args } = instruction;
    if ((opcode !== 'mouse' && opcode !== 'key') || !isPlainAct(instruction)) {
      return false;
    }
    if (opcode === 'mouse') {
      this.#pointer = args;
      return true;
    }
    const [keysym = '', isDown] = args;
    if (isDown !== '1') {
      this.#held.delete(keysym);
      return true;
    }
    const isKept = this.#held.has(keysym) || this.#held.size < MAX_HELD;
    if (isKept) {
      this.#held.add(keysym);
    }
    return isKept;
  }

  #answerPings(instructions: readonly Instruction[]): void {
    const { client } = this.#deps;
    for (const { opcode, bytes } of instructions) {
      // Whoever takes no answers gets none: they would pile up here.
      if (opcode === '' && client.backlog <= MAX_ANSWERS_BYTES) {
        client.send(bytes);
      }
    }
  }
}
