import type { Notice, Participant } from '@jadegate/contract/session/session-notice';

import type { FileTree } from '../../protocols/files/file-tree.ts';
import type { SshExec } from '../../protocols/ssh/exec.ts';
import type { ChannelEnd } from '../../protocols/terminal-channel.ts';
import type { Screens } from '../../recorders/terminal/screens.ts';
import type { TerminalWriter } from '../../recorders/terminal/writer.ts';
import type { SessionClient, SessionPreview, SessionStream, Traffic } from '../session/session-stream.ts';
import { execClient, type ExecClient, type ExecHost } from './exec-client.ts';
import type { LiveTerminal } from './live-terminal.ts';
import { showScreen } from './show-screen.ts';
import { TargetFiles } from './target-files.ts';
import { READER, terminalClient } from './terminal-client.ts';
import type { TerminalPreviews } from './terminal-previews.ts';
import { withReturns } from './with-returns.ts';

interface Parts {
  id: string;
  exec: SshExec;
  terminal: LiveTerminal;
  writer: TerminalWriter | undefined;
  folder: string;
  screens: Screens;
  previews: TerminalPreviews;
}

/** What runs on a host without a keyboard, as a session carries it: recorded, and shown to those who watch. */
export class ExecStream implements SessionStream, ExecHost {
  readonly recording: TerminalWriter | undefined;
  readonly #deps: Parts;
  readonly #files: TargetFiles;
  #client: ExecClient | undefined;

  constructor(parts: Parts) {
    this.#deps = parts;
    this.recording = parts.writer;
    this.#files = new TargetFiles(() => parts.exec.openFiles());
  }

  get size() {
    const { cols, rows } = this.#deps.terminal.size;
    return { width: cols, height: rows };
  }

  /** Nobody types: the command itself is not counted, and files that are sent are. */
  get traffic(): Traffic {
    const { input, output } = this.#files.traffic;
    return { input, output: this.#deps.terminal.outputBytes + output };
  }

  get hasClient(): boolean {
    return this.#client !== undefined;
  }

  get participants(): readonly Participant[] {
    return this.#deps.terminal.participants;
  }

  get now(): number {
    return this.#deps.writer?.now() ?? 0;
  }

  control(arrived: SessionClient): void {
    this.#client = execClient(arrived);
    const { terminal } = this.#deps;
    terminal.control(READER);
    terminal.start();
    this.#client.take(this);
  }

  execute(command: string, onOutput: (bytes: Uint8Array) => void): Promise<ChannelEnd> {
    const { exec, terminal } = this.#deps;
    let last = 0;
    return exec.run(command, (bytes) => {
      onOutput(bytes);
      terminal.onData(withReturns(bytes, last));
      last = bytes.at(-1) ?? last;
    });
  }

  openFiles(): Promise<FileTree> {
    return this.#files.open();
  }

  print(text: string): void {
    this.#deps.terminal.print(text.replaceAll(/\r?\n/g, '\r\n'));
  }

  async watch(client: SessionClient): Promise<void> {
    const watcher = terminalClient(client);
    watcher.send({ type: 'connected' });
    await showScreen(this.#deps, watcher);
  }

  release(client: SessionClient): boolean {
    return client !== this.#client && this.#deps.terminal.release(terminalClient(client));
  }

  dismiss(): void {
    // Nobody can act in it.
  }

  notify(): void {
    // Nobody sits at it who could read a word.
  }

  setParticipants(notice: Notice & { participants: readonly Participant[] }): void {
    this.#deps.terminal.setParticipants(notice);
  }

  setWatchers(): void {
    // As for `notify`.
  }

  applyDecision(): void {
    // What runs was judged before it began; a right that is lost ends the session itself.
  }

  preview(): Promise<SessionPreview> {
    return this.#deps.previews.of(this.#deps);
  }

  async close(reason: string): Promise<void> {
    const { id, exec, terminal, writer, previews } = this.#deps;
    // First: the command may still say something about its end, which belongs to the recording.
    this.#client?.drop(reason);
    await exec.stop();
    terminal.close(reason);
    previews.forget(id);
    await writer?.close();
    this.#client = undefined;
  }
}
