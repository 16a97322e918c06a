import type { Notice, Participant } from '@jadegate/contract/session/session-notice';
import type { Frame } from '@jadegate/contract/session/terminal-socket';

import type { Actor } from '../../kernel/actor.ts';
import { runInBackground } from '../../kernel/defects.ts';
import type { FileTree } from '../../protocols/files/file-tree.ts';
import type { RunLimits } from '../../protocols/run-limits.ts';
import type { TerminalChannel } from '../../protocols/terminal-channel.ts';
import type { Screens } from '../../recorders/terminal/screens.ts';
import type { TerminalWriter } from '../../recorders/terminal/writer.ts';
import type { StreamOpening } from '../session/session-kind.ts';
import type {
  Guest,
  SessionClient,
  SessionPreview,
  SessionStream,
  StreamDecision,
  Traffic,
} from '../session/session-stream.ts';
import { beginAt, beginWithScreen } from './first-screen.ts';
import type { Keyboard } from './keyboard.ts';
import type { LiveTerminal } from './live-terminal.ts';
import { showScreen } from './show-screen.ts';
import { TargetFiles } from './target-files.ts';
import { terminalClient, type TerminalClient } from './terminal-client.ts';
import type { TerminalPreviews } from './terminal-previews.ts';

interface Parts extends Pick<StreamOpening, 'onActivity' | 'onEnd'> {
  id: string;
  terminal: LiveTerminal;
  keyboard: Keyboard;
  writer: TerminalWriter | undefined;
  channel: TerminalChannel;
  /** Whose session it is, as they last came to it. */
  person: () => Actor;
  /** Where its recording is. */
  folder: string;
  screens: Screens;
  previews: TerminalPreviews;
}

/** Once for all keys of a moment: an answer to each would be in the way of its echo. */
const CONFIRM_MS = 50;

/** A terminal as a session carries it: who controls it, who watches, and what each of them may send. */
export class TerminalStream implements SessionStream {
  readonly recording: TerminalWriter | undefined;
  readonly files?: () => Promise<FileTree>;
  readonly run?: (command: string, limits: RunLimits) => Promise<Uint8Array>;
  readonly #deps: Parts;
  readonly #files: TargetFiles | undefined;
  /** Bytes its person typed since the beginning: a client that comes back sends again what lies beyond. */
  #inputBytes = 0;
  /** The same with what guests typed. */
  #typedBytes = 0;
  #isConfirming = false;

  constructor(parts: Parts) {
    this.#deps = parts;
    this.recording = parts.writer;
    const { channel } = parts;
    if (channel.openFiles) {
      const files = new TargetFiles(channel.openFiles.bind(channel));
      this.#files = files;
      this.files = () => files.open();
    }
    if (channel.run) {
      this.run = channel.run.bind(channel);
    }
  }

  get size() {
    const { cols, rows } = this.#deps.terminal.size;
    return { width: cols, height: rows };
  }

  /** What it has shown, and what its person has typed, since the beginning. */
  get outputBytes(): number {
    return this.#deps.terminal.outputBytes;
  }

  get inputBytes(): number {
    return this.#inputBytes;
  }

  get traffic(): Traffic {
    const files = this.#files?.traffic;
    return {
      input: this.#typedBytes + (files?.input ?? 0),
      output: this.outputBytes + (files?.output ?? 0),
    };
  }

  get hasClient(): boolean {
    return this.#deps.terminal.hasClient;
  }

  get participants(): readonly Participant[] {
    return this.#deps.terminal.participants;
  }

  control(arrived: SessionClient): void {
    const { terminal } = this.#deps;
    const client = terminalClient(arrived);
    const { size, from } = client.begin ?? { size: terminal.size };
    terminal.resize(size);
    const isCut = terminal.lacks(from);
    const output = terminal.control(client, from);
    client.onFrame((frame) => this.#onFrame(client, frame));
    client.send({ type: 'connected' });
    const begun = { ...this.#deps, inputBytes: () => this.#inputBytes };
    if (isCut) {
      runInBackground(beginWithScreen(begun, client, output), 'the screen of a terminal');
    } else {
      beginAt(begun, client, output);
    }
  }

  async watch(arrived: SessionClient, guest?: Guest): Promise<void> {
    const client = terminalClient(arrived);
    if (guest) {
      client.onFrame((frame) => this.#onGuestFrame(client, guest, frame));
    }
    client.send({ type: 'connected' });
    await showScreen(this.#deps, client);
  }

  release(client: SessionClient): boolean {
    return this.#deps.terminal.release(terminalClient(client));
  }

  type(bytes: Uint8Array, username: string): void {
    this.#typedBytes += bytes.length;
    this.#deps.onActivity();
    this.#deps.keyboard.type(bytes, username);
  }

  dismiss(username: string): void {
    this.#deps.keyboard.dismiss(username);
  }

  notify(notice: Notice): void {
    this.#deps.terminal.notify(notice);
  }

  setParticipants(notice: Notice & { participants: readonly Participant[] }): void {
    this.#deps.terminal.setParticipants(notice);
  }

  setWatchers(notice: Notice & { participants: readonly Participant[] }): void {
    this.#deps.terminal.setWatchers(notice);
  }

  applyDecision({ commandFilter, channels }: StreamDecision): void {
    this.#deps.keyboard.setFilter(commandFilter);
    if (!channels.shell) {
      this.#deps.onEnd({ kind: 'shell_off' });
    }
  }

  preview(): Promise<SessionPreview> {
    return this.#deps.previews.of(this.#deps);
  }

  async close(reason: string): Promise<void> {
    const { id, keyboard, terminal, writer, previews } = this.#deps;
    const read = keyboard.close();
    terminal.close(reason);
    this.#files?.close();
    previews.forget(id);
    await read;
    await writer?.close();
    await keyboard.settle();
  }

  #onFrame(client: TerminalClient, frame: Frame): void {
    const { terminal, person, onActivity, onEnd } = this.#deps;
    // What somebody sends who was taken over from comes too late.
    if (!terminal.isControlledBy(client)) {
      return;
    }
    switch (frame.type) {
      case 'data':
        this.#inputBytes += frame.bytes.length;
        this.type(frame.bytes, person().username);
        this.#confirmInput(client);
        return;
      case 'resize':
        terminal.resize(frame.size);
        return;
      case 'ack':
        terminal.confirm(client, frame.offset);
        return;
      case 'notice':
        // The person says that they are there, without typing into what they run.
        onActivity();
        return;
      case 'ping':
        client.send({ type: 'ping' });
        return;
      case 'closed':
        onEnd({ kind: 'left' });
        return;
      default:
      // The rest is the server's to send.
    }
  }

  /** Typing is all a guest can do: the window, the files and the end belong to the session's person. */
  #onGuestFrame(client: TerminalClient, guest: Guest, frame: Frame): void {
    if (frame.type === 'ping') {
      client.send({ type: 'ping' });
    } else if (frame.type === 'data' && guest.mayAct()) {
      this.type(frame.bytes, guest.username);
    }
  }

  #confirmInput(client: TerminalClient): void {
    if (!this.#isConfirming) {
      this.#isConfirming = true;
      setTimeout(() => {
        this.#isConfirming = false;
        client.send({ type: 'ack', offset: this.#inputBytes });
      }, CONFIRM_MS).unref();
    }
  }
}
