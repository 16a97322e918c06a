import type { SshConnection } from '../../protocols/ssh/connect.ts';
import { SshExec } from '../../protocols/ssh/exec.ts';
import type { TerminalChannel } from '../../protocols/terminal-channel.ts';
import type { SegmentCompressor } from '../../recorders/compressor.ts';
import { recordedBytes } from '../../recorders/recorded-bytes.ts';
import type { Screens } from '../../recorders/terminal/screens.ts';
import { TerminalWriter } from '../../recorders/terminal/writer.ts';
import type { OpenedStream, SessionKind, StreamOpening } from '../session/session-kind.ts';
import { EXEC } from './exec-client.ts';
import { ExecStream } from './exec-stream.ts';
import { LiveTerminal } from './live-terminal.ts';
import { openSshLogin, type LoginDependencies } from './open-ssh-login.ts';
import { TERMINAL } from './terminal-client.ts';
import type { TerminalPreviews } from './terminal-previews.ts';

interface Dependencies extends LoginDependencies {
  compressor: SegmentCompressor;
  screens: Screens;
  previews: TerminalPreviews;
  /** What the host is told of the session, where the settings say so. */
  hostVariables: (opening: StreamOpening) => Promise<Readonly<Record<string, string>>>;
}

/** As wide as most output is made for; nobody resizes it. */
const SIZE = { cols: 120, rows: 30 };

/** What runs on a host by itself: a login, a recording, and a command or files instead of a keyboard. */
export class ExecKind implements SessionKind {
  readonly name = EXEC;
  readonly mode = 'exec';
  readonly isUnattended = true;
  readonly watchedAs = TERMINAL;
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  recordedBytes(folder: string): Promise<number | undefined> {
    return recordedBytes(folder);
  }

  open(opening: StreamOpening): Promise<OpenedStream> {
    return openSshLogin(this.#deps, opening, (connection) => this.#join(opening, connection));
  }

  async #join(opening: StreamOpening, connection: SshConnection): Promise<ExecStream> {
    const { record, folder, beginRecording } = opening;
    const { compressor } = this.#deps;
    const variables = await this.#deps.hostVariables(opening);
    const writer = await beginRecording((options) =>
      TerminalWriter.open({
        ...options,
        size: SIZE,
        onDrain: () => terminal.onDrain(),
        onSegment: (path) => compressor.add(path),
      }),
    );
    const terminal: LiveTerminal = new LiveTerminal({
      writer,
      size: SIZE,
      // Whoever runs something in it is told by the run itself.
      onEnd: () => undefined,
      onOutput: (bytes) => compressor.note(bytes.length),
    });
    const exec = new SshExec(connection, variables);
    terminal.bind(channelOf(exec));
    return new ExecStream({ ...this.#deps, id: record.id, exec, terminal, writer, folder });
  }
}

/** What a terminal needs of it: to be held back. Nothing is typed, and it is stopped by its stream. */
function channelOf(exec: SshExec): TerminalChannel {
  return {
    isFull: false,
    write: () => undefined,
    resize: () => undefined,
    pause: () => exec.pause(),
    resume: () => exec.resume(),
    close: () => undefined,
  };
}
