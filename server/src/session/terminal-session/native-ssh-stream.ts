import type { SessionEnd } from '@jadegate/contract/session/session-end';
import type { Notice, Participant } from '@jadegate/contract/session/session-notice';
import type { Frame } from '@jadegate/contract/session/terminal-socket';

import type { Actor } from '../../kernel/actor.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { TargetTree } from '../../protocols/files/file-tree.ts';
import type { RunLimits } from '../../protocols/run-limits.ts';
import type { ChannelToClient } from '../../protocols/ssh-server/client-channel.ts';
import type { Joined } from '../../protocols/ssh-server/join-streams.ts';
import type { SshConnection } from '../../protocols/ssh/connect.ts';
import { startProcess, type SshProcess } from '../../protocols/ssh/process.ts';
import { runOn } from '../../protocols/ssh/run.ts';
import { openSftp } from '../../protocols/ssh/sftp.ts';
import type { ChannelEnd } from '../../protocols/terminal-channel.ts';
import type { Screens } from '../../recorders/terminal/screens.ts';
import type { TerminalWriter } from '../../recorders/terminal/writer.ts';
import type { CommandLogService } from '../session-command/command-log.service.ts';
import type { SessionRecord, StreamOpening } from '../session/session-kind.ts';
import type {
  Guest,
  SessionClient,
  SessionPreview,
  SessionStream,
  StreamDecision,
  Traffic,
} from '../session/session-stream.ts';
import { ClientShell, terminalChannelOf } from './client-shell.ts';
import { HostWays, lentTo } from './host-ways.ts';
import type { Keyboard } from './keyboard.ts';
import type { LiveTerminal } from './live-terminal.ts';
import { nativeSshClient } from './native-ssh-client.ts';
import {
  NATIVE_SSH,
  type ClientCommand,
  type Lending,
  type NativeSshClient,
  type NativeSshHost,
} from './native-ssh.interface.ts';
import { noteCommands } from './note-commands.ts';
import { channelOfCommands, RunningCommand } from './running-command.ts';
import { showScreen } from './show-screen.ts';
import { TargetFiles } from './target-files.ts';
import { READER, terminalClient, type TerminalClient } from './terminal-client.ts';
import type { TerminalPreviews } from './terminal-previews.ts';

interface Parts extends Pick<StreamOpening, 'onActivity' | 'onEnd'> {
  record: SessionRecord;
  connection: SshConnection;
  /** What the host is told beside what the client says. */
  variables: Readonly<Record<string, string>>;
  terminal: LiveTerminal;
  keyboard: Keyboard;
  writer: TerminalWriter | undefined;
  commands: CommandLogService;
  clock: Clock;
  /** Whose session it is. */
  person: () => Actor;
  /** Where its recording is. */
  folder: string;
  screens: Screens;
  previews: TerminalPreviews;
}

/**
 * A connection to a host that somebody's own SSH client opens channels on: one shell at a time, commands, files and
 * forwards. What is shown goes through one terminal, so that it is recorded, watched and judged as every other.
 */
export class NativeSshStream implements SessionStream, NativeSshHost {
  readonly recording: TerminalWriter | undefined;
  readonly #deps: Parts;
  readonly #files: TargetFiles;
  readonly #commands = new Set<RunningCommand>();
  /** Of commands, also of those that are being begun. */
  readonly #channels = new Set<ChannelToClient>();
  readonly ways: HostWays;
  #client: NativeSshClient | undefined;
  #shell: ClientShell | undefined;
  /** The host is gone: why is told when the session ends. */
  #isGone = false;
  #traffic = { input: 0, output: 0 };
  #leavesAs: SessionEnd = { kind: 'left' };

  constructor(parts: Parts) {
    this.#deps = parts;
    this.recording = parts.writer;
    this.#files = new TargetFiles(() => openSftp(parts.connection));
    this.ways = new HostWays({ ...parts, onBytes: (way, count) => this.carried(way, count) });
    // Every channel listens for the end of it.
    parts.connection.setMaxListeners(0);
    parts.connection.once('close', () => {
      this.#isGone = true;
      parts.onEnd({ kind: 'closed' });
    });
  }

  get size() {
    const { cols, rows } = this.#deps.terminal.size;
    return { width: cols, height: rows };
  }

  get traffic(): Traffic {
    const files = this.#files.traffic;
    const { input, output } = this.#traffic;
    return { input: input + files.input, output: output + files.output };
  }

  get hasClient(): boolean {
    return this.#client !== undefined;
  }

  get participants(): readonly Participant[] {
    return this.#deps.terminal.participants;
  }

  get screen(): NativeSshHost['screen'] {
    if (this.#shell) {
      return 'shell';
    }
    return this.#channels.size > 0 ? 'commands' : 'free';
  }

  get leavesAs(): SessionEnd {
    return this.#leavesAs;
  }

  control(arrived: SessionClient): void {
    const client = nativeSshClient(arrived);
    this.#client = client;
    this.#read();
    client.take(this);
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
    if (client === this.#client) {
      this.#client = undefined;
      return true;
    }
    return client.kind !== NATIVE_SSH && this.#deps.terminal.release(terminalClient(client));
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
    const end = this.ways.endUnder(channels);
    if (end) {
      this.#deps.onEnd(end);
    }
    if (this.#channels.size > 0) {
      // Nobody sits at a command that takes its time.
      this.touch();
    }
  }

  preview(): Promise<SessionPreview> {
    return this.#deps.previews.of({ ...this.#deps, id: this.#deps.record.id });
  }

  run(command: string, limits: RunLimits): Promise<Uint8Array> {
    return runOn(this.#deps.connection, command, limits);
  }

  async close(reason: string, code?: number, end?: SessionEnd): Promise<void> {
    const { record, connection, keyboard, terminal, writer, previews } = this.#deps;
    const read = keyboard.close();
    // First: commands may still say something about their end, which belongs to the recording.
    this.#channels.forEach((channel) => channel.refuse(reason));
    await Promise.all([...this.#commands].map((command) => command.stop()));
    terminal.close(reason);
    this.#client?.drop(reason, '', code, end);
    this.#client = undefined;
    this.ways.close();
    this.#files.close();
    connection.end();
    // A target that does not answer the goodbye must not keep the socket.
    connection.destroy();
    previews.forget(record.id);
    await read;
    await writer?.close();
    await keyboard.settle();
  }

  async openTerminal(
    channel: ChannelToClient,
    { command, lending = {} }: { command?: ClientCommand; lending?: Lending } = {},
  ): Promise<void> {
    const { terminal, connection, variables } = this.#deps;
    const { pty, env } = channel.requests;
    const shell = new ClientShell(channel);
    this.#shell = shell;
    if (pty) {
      terminal.resize(pty.size);
    }
    if (command) {
      this.#note(command);
    }
    terminal.control(shell, terminal.outputBytes);
    terminal.start();
    const leave = this.ways.enter(channel, command ?? {}, lending);
    let process: SshProcess | undefined;
    try {
      process = await startProcess(
        connection,
        {
          command: command?.command,
          env: { ...env, ...variables },
          pty: pty && { ...pty, size: terminal.size },
          ...lentTo(channel, lending),
        },
        {
          onOutput: (bytes) => this.#show(bytes),
          onErrorOutput: (bytes) => this.#show(bytes),
          onTaken: () => terminal.onTaken(),
          onDeclined: (what) => lending.onDeclined?.(what),
          onEnd: (end) => {
            leave();
            this.#endShell(shell, end);
          },
        },
      );
    } catch (error) {
      leave();
      this.#letGo(shell);
      throw error;
    }
    this.#type(channel, process);
  }

  async execute(channel: ChannelToClient, command: ClientCommand, lending: Lending = {}): Promise<void> {
    const { terminal, writer, connection, variables, person } = this.#deps;
    const { isRecorded } = command;
    this.#note(command);
    this.print(`$ ${command.command?.trimEnd() ?? ''}\n`);
    terminal.bind(channelOfCommands(this.#commands));
    let hasEnded = false;
    let running: RunningCommand | undefined;
    this.#channels.add(channel);
    const takeBack = this.ways.enter(channel, command, lending);
    const leave = () => {
      takeBack();
      this.#channels.delete(channel);
    };
    try {
      running = await RunningCommand.start({
        connection,
        channel,
        command: command.command,
        variables,
        lent: lentTo(channel, lending),
        watch: command.watch,
        onOutput: (bytes) => (this.#traffic.output += bytes.length),
        onShown: (bytes) => isRecorded && terminal.onData(bytes),
        onInput: (bytes) => {
          this.#traffic.input += bytes.length;
          this.touch();
          if (isRecorded) {
            writer?.input(bytes, person().username);
          }
        },
        onEnd: (end) => {
          hasEnded = true;
          this.#leavesAs = { kind: 'exited' };
          if (running) {
            this.#commands.delete(running);
          }
          if (!this.#isGone) {
            leave();
            channel.finish(end);
          }
        },
      });
    } catch (error) {
      leave();
      throw error;
    }
    if (!hasEnded) {
      this.#commands.add(running);
      this.#leavesAs = { kind: 'left' };
    }
  }

  noteRefused(command: ClientCommand): void {
    this.#note(command, false);
  }

  openFiles(): Promise<TargetTree> {
    return this.#files.open();
  }

  addTraffic({ input, output }: Traffic): void {
    this.#traffic = { input: this.#traffic.input + input, output: this.#traffic.output + output };
  }

  carried(way: keyof Joined, count: number): void {
    this.#traffic[way === 'sent' ? 'input' : 'output'] += count;
    this.touch();
  }

  touch(): void {
    this.#deps.onActivity();
  }

  /** A line of ours in the recording, such as the command itself. */
  print(text: string): void {
    this.#deps.terminal.print(text.replaceAll(/\r?\n/g, '\r\n'));
  }

  /** Keys go the way of all keys: read, judged and written down. */
  #type(channel: ChannelToClient, process: SshProcess): void {
    const { terminal } = this.#deps;
    terminal.bind(terminalChannelOf(process));
    this.#leavesAs = { kind: 'left' };
    channel.onResize((size) => terminal.resize(size));
    channel.onSignal((name) => process.signal(name));
    channel.onClose(() => process.close());
    channel.input.on('end', () => process.endInput());
    channel.input.on('data', (bytes: Buffer) => this.#onKeys(bytes, this.#deps.person().username));
  }

  #onKeys(bytes: Uint8Array, username: string): void {
    this.#traffic.input += bytes.length;
    this.touch();
    this.#deps.keyboard.type(bytes, username);
  }

  #show(bytes: Uint8Array): void {
    this.#traffic.output += bytes.length;
    this.#deps.terminal.onData(bytes);
  }

  #endShell(shell: ClientShell, end: ChannelEnd): void {
    if (this.#isGone) {
      return;
    }
    this.#deps.terminal.catchUp();
    shell.finish(end);
    this.#letGo(shell);
    if (end.kind === 'exit' || end.kind === 'signal') {
      this.#leavesAs = { kind: 'exited' };
    }
  }

  #letGo(shell: ClientShell): void {
    if (this.#shell === shell) {
      this.#shell = undefined;
      this.#read();
    }
  }

  /** Nobody types: what is shown is taken at once. */
  #read(): void {
    const { terminal } = this.#deps;
    terminal.control(READER, terminal.outputBytes);
    terminal.start();
  }

  /** Typing is all a guest can do, and only where there is a shell. */
  #onGuestFrame(client: TerminalClient, guest: Guest, frame: Frame): void {
    if (frame.type === 'ping') {
      client.send({ type: 'ping' });
    } else if (frame.type === 'data' && guest.mayAct() && this.#shell) {
      this.#onKeys(frame.bytes, guest.username);
    }
  }

  #note({ lines }: ClientCommand, wasSent = true): void {
    noteCommands(this.#deps, lines, wasSent);
  }
}
