import { encodeInstruction } from '@jadegate/contract/session/guac-instruction';
import { DROPPED, type Notice } from '@jadegate/contract/session/session-notice';

import type { GuacdConnection, GuacdEnd } from '../../protocols/guacd/connection.ts';
import { InstructionRuns } from '../../protocols/guacd/instruction-runs.ts';
import { InstructionReader, type Instruction } from '../../protocols/guacd/instruction.ts';
import type { DesktopSize } from '../../recorders/desktop/keyframe.ts';
import type { DesktopWriter } from '../../recorders/desktop/writer.ts';
import type { StreamOpening } from '../session/session-kind.ts';
import type { Guest, Traffic } from '../session/session-stream.ts';
import { DeferredResize } from './deferred-resize.ts';
import type { DesktopActs } from './desktop-acts.ts';
import type { DesktopAudience } from './desktop-audience.ts';
import type { DesktopClient } from './desktop-client.ts';
import { GuestInput } from './guest-input.ts';
import { isPlainAct } from './plain-act.ts';
import { InputRights, OutputRights, type RightsNow } from './stream-rights.ts';

interface Parts extends Pick<StreamOpening, 'onActivity' | 'onEnd' | 'person'> {
  connection: GuacdConnection;
  audience: DesktopAudience;
  acts: DesktopActs;
  writer: DesktopWriter | undefined;
  size: DesktopSize;
  rights: RightsNow;
  onGuacdEnd: (end: GuacdEnd) => void;
}

/** What may be on its way to the person before guacd is told to wait. */
const WINDOW_BYTES = 1024 * 1024;
/** guacd takes no longer instructions from a client. */
const MAX_INPUT_BYTES = 8192;
/** The person does something: idle is who neither types nor moves the mouse. */
const ACTIVITY = new Set(['key', 'mouse', 'touch']);

/** What goes between guacd and the person whose desktop it is: whole instructions, judged in both directions. */
export class DesktopRelay {
  readonly #deps: Parts;
  readonly #output: OutputRights;
  #input: InputRights;
  #client: DesktopClient | undefined;
  readonly #guests = new Map<DesktopClient, GuestInput>();
  /** The client waits for a picture to begin with. */
  #isHeld = false;
  #isListened = false;
  #size: DesktopSize;
  /** What has come and is not handed on yet: to the person, and to those who look on. */
  readonly #shown = new InstructionRuns();
  readonly #seenByAll = new InstructionRuns();
  readonly #traffic: Traffic = { input: 0, output: 0 };
  readonly #sizes: DeferredResize;
  readonly #onSent = () => this.regulate();

  constructor(parts: Parts) {
    this.#deps = parts;
    this.#size = { width: parts.size.width, height: parts.size.height };
    this.#output = new OutputRights(parts.rights);
    this.#input = new InputRights(parts.rights);
    this.#sizes = new DeferredResize((size) => parts.connection.send(size));
  }

  get size(): DesktopSize {
    return this.#size;
  }

  get traffic(): Traffic {
    return this.#traffic;
  }

  get client(): DesktopClient | undefined {
    return this.#client;
  }

  control(client: DesktopClient): void {
    const before = this.#client;
    this.#client = client;
    this.#takeHands();
    if (before && before !== client) {
      before.drop(DROPPED.takenOver);
    }
    const reader = new InstructionReader({ maxBytes: MAX_INPUT_BYTES });
    client.onBytes((bytes) => this.#onInput(client, reader, bytes));
    if (!this.#isListened) {
      // The first to come sees everything from the beginning.
      this.#isListened = true;
      this.#deps.connection.listen({
        onInstructions: (instructions) => this.#onOutput(instructions),
        onTaken: () => this.#listenToAll(),
        onEnd: (end) => this.#deps.onGuacdEnd(end),
      });
      return;
    }
    this.#isHeld = true;
    this.#deps.audience.sendPicture(client, () => (this.#isHeld &&= client !== this.#client));
    const { width, height, dpi } = client.begin ?? { ...this.#size, dpi: 96 };
    const asked = Buffer.from(encodeInstruction('size', width, height, dpi));
    if (!this.#sizes.keeps(asked)) {
      this.#deps.connection.send(asked);
    }
    this.regulate();
  }

  /** Answers whether it was the one. */
  release(client: DesktopClient): boolean {
    if (client !== this.#client) {
      return false;
    }
    this.#client = undefined;
    this.#isHeld = false;
    this.#takeHands();
    this.regulate();
    return true;
  }

  /** Lets somebody act beside its person, as long as they may. */
  admit(client: DesktopClient, guest: Guest): void {
    const hands = new GuestInput({
      client,
      guest,
      act: (instructions) => this.#onGuest(client, guest, instructions),
      send: (bytes) => this.#deps.connection.send(bytes),
    });
    this.#guests.set(client, hands);
    client.onBytes((bytes) => hands.read(bytes));
  }

  /** They are gone, and hold nothing down any more. */
  dismiss(client: DesktopClient): void {
    this.#guests.get(client)?.letGo();
    this.#guests.delete(client);
  }

  notify(notice: Notice): void {
    this.#client?.notify(notice);
  }

  /** Lets guacd run or wait, by what is on its way to the person and to the disk. */
  regulate(): void {
    const { connection, writer } = this.#deps;
    const isFull = (this.#client?.backlog ?? 0) > WINDOW_BYTES || writer?.isBehind === true;
    if (isFull) {
      connection.pause();
    } else {
      connection.resume();
    }
  }

  /** Harmless to call twice. */
  close(reason: string, code?: number): void {
    this.#guests.clear();
    this.#sizes.close();
    this.#deps.connection.close();
    this.#client?.drop(reason, '', code);
    this.#client = undefined;
  }

  #onOutput(instructions: readonly Instruction[]): void {
    for (const instruction of instructions) {
      this.#judgeOutput(instruction);
      if (instruction.opcode === 'sync') {
        // A picture belongs between two instructions: what came before it is handed on first.
        if (this.#deps.audience.isTakingPicture) {
          this.#handOn();
        }
        this.#onFrame(instruction.args[0] ?? '');
      }
    }
    this.#handOn();
    this.regulate();
  }

  #onFrame(frame: string): void {
    if (!this.#client || this.#isHeld) {
      // guacd waits for somebody who has seen it.
      this.#answerGuacd(encodeInstruction('sync', frame));
    }
    this.#deps.audience.onFrame(Number(frame));
  }

  #judgeOutput(instruction: Instruction): void {
    const { pass, refuse, isClipboard = false, attempt } = this.#output.judge(instruction);
    if (refuse !== undefined) {
      this.#answerGuacd(refuse);
    }
    if (attempt) {
      this.#deps.acts.refused(attempt);
    }
    if (!pass) {
      return;
    }
    if (isClipboard) {
      this.#deps.acts.copy(instruction);
    }
    this.#shown.add(instruction);
    this.#follow(instruction);
    // What was copied is the person's; those who look on see the desktop.
    if (!isClipboard && instruction.opcode !== 'nop') {
      this.#seenByAll.add(instruction);
    }
  }

  #handOn(): void {
    for (const bytes of this.#shown.take()) {
      this.#traffic.output += bytes.length;
      if (this.#client && !this.#isHeld) {
        this.#client.send(bytes, this.#onSent);
      }
    }
    for (const bytes of this.#seenByAll.take()) {
      this.#deps.audience.show(bytes);
    }
  }

  /** What an instruction says about the desktop as a whole. */
  #follow(instruction: Instruction): void {
    this.#sizes.follow(instruction);
    switch (instruction.opcode) {
      case 'nop':
      case 'sync':
        return;
      case 'size': {
        const [layer, width, height] = instruction.args.map(Number);
        if (layer === 0 && width && height) {
          this.#size = { width: Math.min(width, 65_535), height: Math.min(height, 65_535) };
          this.#deps.writer?.resize(this.#size);
        }
        break;
      }
      case 'required':
        this.#input.expectAnswer();
        break;
      default:
    }
    this.#deps.audience.onChange();
  }

  #onInput(client: DesktopClient, reader: InstructionReader, bytes: Buffer): void {
    // What somebody sends who was taken over from comes too late.
    if (client !== this.#client) {
      return;
    }
    let instructions: Instruction[];
    try {
      instructions = reader.read(bytes);
    } catch {
      this.#deps.onEnd({ kind: 'desktop_confused', status: 768 });
      return;
    }
    const passed = new InstructionRuns();
    const pings = new InstructionRuns();
    this.#showPointer(instructions, client);
    for (const instruction of instructions) {
      const { opcode } = instruction;
      if (opcode === '') {
        pings.add(instruction);
      } else if (opcode === 'disconnect') {
        this.#deps.onEnd({ kind: 'left' });
        return;
      } else {
        this.#judgeInput(client, instruction, passed);
      }
    }
    // The client's own pings are between it and us. Thousands of them in one message get one answer.
    const answers = Buffer.concat(pings.take());
    if (answers.length > 0) {
      answer(client, answers);
    }
    this.#give(passed, client);
  }

  #onGuest(client: DesktopClient, { username }: Guest, instructions: readonly Instruction[]): void {
    const passed = new InstructionRuns();
    this.#showPointer(instructions, client);
    for (const instruction of instructions) {
      passed.add(instruction);
      this.#deps.acts.typed(instruction, username);
    }
    this.#deps.onActivity();
    this.#give(passed, client);
  }

  /** To the desktop; whoever sends more than it takes has to wait. */
  #give(passed: InstructionRuns, client: DesktopClient): void {
    const { connection } = this.#deps;
    for (const run of passed.take()) {
      this.#traffic.input += run.length;
      connection.send(run);
    }
    if (connection.isFull) {
      client.setListening(false);
    }
  }

  #listenToAll(): void {
    [this.#client, ...this.#guests.keys()].forEach((client) => client?.setListening(true));
  }

  /**
   * guacd tells a person nothing of their own pointer, and takes that of a guest for theirs: everybody but the one who moves
   * it is told by us.
   */
  #showPointer(instructions: readonly Instruction[], mover: DesktopClient): void {
    const moved = instructions.findLast((one) => one.opcode === 'mouse' && isPlainAct(one));
    if (moved) {
      const [x, y] = moved.args;
      const bytes = Buffer.from(encodeInstruction('mouse', Number(x), Number(y)));
      this.#deps.audience.show(bytes, mover);
      if (mover !== this.#client && !this.#isHeld) {
        this.#client?.send(bytes);
      }
    }
  }

  #judgeInput(client: DesktopClient, instruction: Instruction, passed: InstructionRuns): void {
    const { opcode } = instruction;
    // Frames before the picture it was given are not its to confirm.
    if (opcode === 'sync' && this.#isHeld) {
      return;
    }
    const { pass, refuse, isClipboard, attempt } = this.#input.judge(instruction);
    if (refuse !== undefined) {
      answer(client, refuse);
    }
    if (attempt) {
      this.#deps.acts.refused(attempt);
    }
    if (!pass || (opcode === 'size' && this.#sizes.keeps(instruction.bytes))) {
      return;
    }
    passed.add(instruction);
    if (isClipboard) {
      this.#deps.acts.paste(instruction);
    }
    if (ACTIVITY.has(opcode)) {
      this.#deps.onActivity();
      this.#deps.acts.typed(instruction, this.#deps.person().username);
    }
  }

  /** Whoever asks without end and takes no answer gets none: they would pile up here. */
  #answerGuacd(bytes: string): void {
    if (!this.#deps.connection.isFull) {
      this.#deps.connection.send(bytes);
    }
  }

  /** What somebody began who sat there before is not gone on with. */
  #takeHands(): void {
    this.#input = new InputRights(this.#deps.rights);
    this.#deps.acts.changeHands();
  }
}

/** The same for the person. */
function answer(client: DesktopClient, bytes: string | Uint8Array): void {
  if (client.backlog <= WINDOW_BYTES) {
    client.send(bytes);
  }
}
