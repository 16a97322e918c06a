import type { SshConnection } from '../../protocols/ssh/connect.ts';
import type { SegmentCompressor } from '../../recorders/compressor.ts';
import { recordedBytes } from '../../recorders/recorded-bytes.ts';
import type { Screens } from '../../recorders/terminal/screens.ts';
import { TerminalWriter } from '../../recorders/terminal/writer.ts';
import type { CommandLogService } from '../session-command/command-log.service.ts';
import type { OpenedStream, SessionKind, StreamOpening } from '../session/session-kind.ts';
import { Keyboard } from './keyboard.ts';
import { LiveTerminal } from './live-terminal.ts';
import { nativeSshClient } from './native-ssh-client.ts';
import { NativeSshStream } from './native-ssh-stream.ts';
import { NATIVE_SSH } from './native-ssh.interface.ts';
import { openSshLogin, type LoginDependencies } from './open-ssh-login.ts';
import { TERMINAL } from './terminal-client.ts';
import type { TerminalPreviews } from './terminal-previews.ts';

interface Dependencies extends LoginDependencies {
  compressor: SegmentCompressor;
  screens: Screens;
  previews: TerminalPreviews;
  commands: CommandLogService;
  /** What the host is told of the session, where the settings say so. */
  hostVariables: (opening: StreamOpening) => Promise<Readonly<Record<string, string>>>;
  /** Whether what is typed is part of recordings. */
  recordInput: () => Promise<boolean>;
}

/** What people reach with SSH clients of their own: a login at the host that channels are opened on, and one recording. */
export class NativeSshKind implements SessionKind {
  readonly name = NATIVE_SSH;
  readonly isClientBound = true;
  readonly takesGuestInput = true;
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

  async #join(opening: StreamOpening, connection: SshConnection): Promise<NativeSshStream> {
    const { record, person, decision, clock, beginRecording } = opening;
    const { compressor, commands } = this.#deps;
    const { size } = nativeSshClient(opening.client).begin;
    const recordInput = await this.#deps.recordInput();
    const variables = await this.#deps.hostVariables(opening);
    const writer = await beginRecording((options) =>
      TerminalWriter.open({
        ...options,
        size,
        onDrain: () => terminal.onDrain(),
        onSegment: (path) => compressor.add(path),
      }),
    );
    const terminal: LiveTerminal = new LiveTerminal({
      writer,
      size,
      // A shell that ends is one channel of several.
      onEnd: () => undefined,
      onOutput: (bytes) => {
        compressor.note(bytes.length);
        keyboard.onOutput(bytes);
      },
    });
    const filter = decision.commandFilter;
    const keyboard = new Keyboard({ terminal, writer, recordInput, record, person, commands, clock, filter });
    const parts = { connection, variables, terminal, keyboard, writer };
    return new NativeSshStream({ ...this.#deps, ...opening, ...parts });
  }
}
