import { encodeInstruction } from '@jadegate/contract/guac-instruction';
import { DROPPED, type Notice, type Participant } from '@jadegate/contract/session-notice';

import { SECOND_MS } from '../../kernel/clock.ts';
import type { GuacdConnection, GuacdEnd } from '../../protocols/guacd/connection.ts';
import { InstructionReader, type Instruction } from '../../protocols/guacd/instruction.ts';
import type { DesktopRights } from '../../protocols/guacd/parameters.ts';
import type { DesktopWriter } from '../../recorders/desktop/writer.ts';
import type { StreamOpening } from '../session/session-kind.ts';
import type { SessionClient, SessionStream } from '../session/session-stream.ts';
import { desktopClient, type DesktopClient } from './desktop-client.ts';
import { Pictures } from './pictures.ts';
import { InputRights, OutputRights } from './stream-rights.ts';

interface Parts extends Pick<StreamOpening, 'onActivity' | 'onEnd'> {
  connection: GuacdConnection;
  /** Another look at the same desktop. */
  join: () => Promise<GuacdConnection>;
  writer: DesktopWriter | undefined;
  size: { width: number; height: number };
  rights: DesktopRights;
  onGuacdEnd: (end: GuacdEnd) => void;
  /** Something that nobody waits for went wrong. */
  onTrouble: (error: unknown) => void;
  /** What was opened for this desktop beside the connection. */
  release: () => void;
}

/** Those who look on, and lag so far behind, are let go: the session does not wait for them. */
const TOO_SLOW_BYTES = 8 * 1024 * 1024;
/** What may be on its way to the person before guacd is told to wait. */
const WINDOW_BYTES = 1024 * 1024;
const KEYFRAME_MS = 30 * SECOND_MS;
/** guacd takes no longer instructions from a client. */
const MAX_INPUT_BYTES = 8192;
/** The person does something: idle is who neither types nor moves the mouse. */
const ACTIVITY = new Set(['key', 'mouse', 'touch']);

/** A desktop as a session carries it: who controls it, who watches, and what each of them may send and see. */
export class DesktopStream implements SessionStream {
  readonly recording: DesktopWriter | undefined;
  readonly #on: Parts;
  readonly #pictures: Pictures;
  readonly #output: OutputRights;
  readonly #watchers = new Set<DesktopClient>();
  readonly #keyframes: NodeJS.Timeout;
  #participants: readonly Participant[] = [];
  #client: DesktopClient | undefined;
  /** The client waits for a picture to begin with. */
  #isHeld = false;
  #isListened = false;
  #isChanged = false;
  #isOver = false;
  #size: { width: number; height: number };
  #input: InputRights;

  constructor(parts: Parts) {
    this.#on = parts;
    this.recording = parts.writer;
    this.#size = { width: parts.size.width, height: parts.size.height };
    this.#pictures = new Pictures(parts.join);
    this.#output = new OutputRights(parts.rights);
    this.#input = new InputRights(parts.rights);
    this.#keyframes = setInterval(() => this.#takeKeyframe(), KEYFRAME_MS).unref();
  }

  get size() {
    return this.#size;
  }

  get hasClient(): boolean {
    return this.#client !== undefined;
  }

  get participants(): readonly Participant[] {
    return this.#participants;
  }

  control(arrived: SessionClient): void {
    const client = desktopClient(arrived);
    const before = this.#client;
    this.#client = client;
    this.#input = new InputRights(this.#on.rights);
    if (before && before !== client) {
      before.drop(DROPPED.takenOver);
    }
    const reader = new InstructionReader({ maxBytes: MAX_INPUT_BYTES });
    client.onBytes((bytes) => this.#onInput(client, reader, bytes));
    if (!this.#isListened) {
      // The first to come sees everything from the beginning.
      this.#isListened = true;
      this.#on.connection.listen({
        onInstructions: (instructions) => this.#onOutput(instructions),
        onTaken: () => this.#client?.setListening(true),
        onEnd: (end) => this.#on.onGuacdEnd(end),
      });
      return;
    }
    this.#isHeld = true;
    this.#show(client, () => (this.#isHeld &&= client !== this.#client));
    const { width, height, dpi } = client.begin ?? { ...this.#size, dpi: 96 };
    this.#on.connection.send(encodeInstruction('size', width, height, dpi));
    this.#regulate();
  }

  watch(arrived: SessionClient): Promise<void> {
    const client = desktopClient(arrived);
    client.onBytes((bytes) => answerPings(client, bytes));
    return new Promise((resolve) => {
      let isHere = true;
      this.#show(client, () => {
        if (isHere) {
          this.#watchers.add(client);
        }
        resolve();
      });
      client.onClose(() => {
        isHere = false;
        resolve();
      });
    });
  }

  release(client: SessionClient): boolean {
    if (client === this.#client) {
      this.#client = undefined;
      this.#isHeld = false;
      this.#regulate();
      return true;
    }
    return this.#watchers.delete(desktopClient(client));
  }

  dismiss(): void {
    // Nobody but its person does anything in a desktop.
  }

  notify(notice: Notice): void {
    this.#client?.notify(notice);
  }

  setParticipants(notice: Notice & { participants: readonly Participant[] }): void {
    this.#participants = notice.participants;
    [this.#client, ...this.#watchers].forEach((client) => client?.notify(notice));
  }

  setWatchers(notice: Notice & { participants: readonly Participant[] }): void {
    this.notify(notice);
  }

  applyDecision(): void {
    // Filters are for what is typed into terminals.
  }

  async close(reason: string, code?: number): Promise<void> {
    if (!this.#isOver) {
      this.#isOver = true;
      clearInterval(this.#keyframes);
      this.#pictures.close();
      this.#on.connection.close();
      this.#on.release();
      [this.#client, ...this.#watchers].forEach((client) => client?.drop(reason, '', code));
      this.#client = undefined;
      this.#watchers.clear();
    }
    await this.recording?.close();
  }

  #onOutput(instructions: readonly Instruction[]): void {
    let from = 0;
    for (const [index, instruction] of instructions.entries()) {
      // A picture belongs between two instructions: what came before it is handed on first.
      if (instruction.opcode === 'sync') {
        this.#handOn(instructions.slice(from, index + 1));
        from = index + 1;
        this.#onFrame(instruction.args[0] ?? '');
      }
    }
    this.#handOn(instructions.slice(from));
    this.#regulate();
  }

  #onFrame(frame: string): void {
    if (!this.#client || this.#isHeld) {
      // guacd waits for somebody who has seen it.
      this.#on.connection.send(encodeInstruction('sync', frame));
    }
    this.#pictures.onFrame(Number(frame));
  }

  #handOn(instructions: readonly Instruction[]): void {
    const shown: Buffer[] = [];
    const recorded: Buffer[] = [];
    for (const instruction of instructions) {
      const { pass, refuse, isClipboard = false } = this.#output.judge(instruction);
      if (refuse !== undefined) {
        this.#on.connection.send(refuse);
      }
      if (!pass) {
        continue;
      }
      const { bytes } = instruction;
      shown.push(bytes);
      this.#follow(instruction);
      // What was copied is the person's; those who look on see the desktop.
      if (!isClipboard && instruction.opcode !== 'nop') {
        recorded.push(bytes);
      }
    }
    if (shown.length > 0 && this.#client && !this.#isHeld) {
      this.#client.send(joined(shown), () => this.#regulate());
    }
    if (recorded.length > 0) {
      const bytes = joined(recorded);
      this.recording?.output(bytes);
      this.#showWatchers(bytes);
    }
  }

  /** What an instruction says about the desktop as a whole. */
  #follow(instruction: Instruction): void {
    switch (instruction.opcode) {
      case 'nop':
      case 'sync':
        return;
      case 'size': {
        const [layer, width, height] = instruction.args.map(Number);
        if (layer === 0 && width && height) {
          this.#size = { width: Math.min(width, 65_535), height: Math.min(height, 65_535) };
          this.recording?.resize(this.#size);
        }
        break;
      }
      case 'required':
        this.#input.expectAnswer();
        break;
      default:
    }
    this.#isChanged = true;
    this.#pictures.onChange();
  }

  #showWatchers(bytes: Uint8Array): void {
    for (const watcher of this.#watchers) {
      if (watcher.backlog > TOO_SLOW_BYTES) {
        this.#watchers.delete(watcher);
        watcher.drop(DROPPED.tooSlow);
      } else {
        watcher.send(bytes);
      }
    }
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
      this.#on.onEnd({ kind: 'desktop_confused', status: 768 });
      return;
    }
    const passed: Buffer[] = [];
    for (const instruction of instructions) {
      const { opcode } = instruction;
      if (opcode === '') {
        // The client's own ping is between it and us.
        client.send(instruction.bytes);
      } else if (opcode === 'disconnect') {
        this.#on.onEnd({ kind: 'left' });
        return;
      } else {
        this.#judgeInput(client, instruction, passed);
      }
    }
    if (passed.length > 0) {
      this.#on.connection.send(joined(passed));
    }
    if (this.#on.connection.isFull) {
      client.setListening(false);
    }
  }

  #judgeInput(client: DesktopClient, instruction: Instruction, passed: Buffer[]): void {
    const { opcode } = instruction;
    // Frames before the picture it was given are not its to confirm.
    if (opcode === 'sync' && this.#isHeld) {
      return;
    }
    const { pass, refuse } = this.#input.judge(instruction);
    if (refuse !== undefined) {
      client.send(refuse);
    }
    if (pass) {
      passed.push(instruction.bytes);
      if (ACTIVITY.has(opcode)) {
        this.#on.onActivity();
      }
    }
  }

  /** Gives a client the picture as it is, and lets it follow from there. */
  #show(client: DesktopClient, follow: () => void): void {
    this.#pictures.take({
      onPicture: (picture) => {
        client.send(picture);
        follow();
      },
      onFailure: (error) => {
        if (!this.#isOver) {
          this.#on.onTrouble(error);
          client.drop(DROPPED.tooSlow);
        }
      },
    });
  }

  #takeKeyframe(): void {
    const { recording } = this;
    if (!recording || recording.hasFailed || !this.#isChanged || !this.#isListened) {
      return;
    }
    this.#isChanged = false;
    this.#pictures.take({
      onPicture: (picture) => void recording.keyframe(picture).catch(this.#on.onTrouble),
      onFailure: (error) => !this.#isOver && this.#on.onTrouble(error),
    });
  }

  /** Lets guacd run or wait, by what is on its way to the person and to the disk. */
  #regulate(): void {
    const isFull = (this.#client?.backlog ?? 0) > WINDOW_BYTES || this.recording?.isBehind === true;
    if (isFull) {
      this.#on.connection.pause();
    } else {
      this.#on.connection.resume();
    }
  }

  /** The writer has caught up. */
  onDrain(): void {
    this.#regulate();
  }
}

function joined(parts: readonly Buffer[]): Buffer {
  const [first] = parts;
  return parts.length === 1 && first ? first : Buffer.concat(parts);
}

/** Somebody who looks on may say that they are there, and nothing else. */
function answerPings(client: DesktopClient, bytes: Buffer): void {
  const text = bytes.toString();
  if (/^0\.,4\.ping,\d{1,2}\.\d{1,20};/.test(text)) {
    client.send(text.slice(0, text.indexOf(';') + 1));
  }
}
