import type { Actor } from '../../kernel/actor.ts';
import { logInSsh } from '../../protocols/dial/ssh-login.ts';
import type { AssetTarget } from '../../protocols/dial/target.ts';
import type { SshConnection } from '../../protocols/ssh/connect.ts';
import type { HostKeyPolicy } from '../../protocols/ssh/host-key.ts';
import type { SegmentCompressor } from '../../recorders/compressor.ts';
import { recordedBytes } from '../../recorders/recorded-bytes.ts';
import type { Screens } from '../../recorders/terminal/screens.ts';
import { TerminalWriter } from '../../recorders/terminal/writer.ts';
import type { CommandLogService } from '../session-command/command-log.service.ts';
import {
  StreamFailed,
  type OpenedStream,
  type SessionKind,
  type StreamOpening,
} from '../session/session-kind.ts';
import { Keyboard } from './keyboard.ts';
import { LiveTerminal } from './live-terminal.ts';
import { nativeSshClient } from './native-ssh-client.ts';
import { NativeSshStream } from './native-ssh-stream.ts';
import { NATIVE_SSH } from './native-ssh.interface.ts';
import { TERMINAL } from './terminal-client.ts';
import { endOfTerminal } from './terminal-failure.ts';
import type { TerminalPreviews } from './terminal-previews.ts';

interface Dependencies {
  compressor: SegmentCompressor;
  screens: Screens;
  previews: TerminalPreviews;
  commands: CommandLogService;
  attributes: (assetId: string) => Promise<Readonly<Record<string, string>>>;
  hostKey: (target: AssetTarget, actor: Actor) => Promise<HostKeyPolicy>;
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

  async open(opening: StreamOpening): Promise<OpenedStream> {
    const { target } = opening;
    try {
      const { username } = await target.account();
      const connection = await this.#logIn(opening);
      try {
        return { stream: await this.#join(opening, connection), username };
      } catch (error) {
        connection.destroy();
        throw error;
      }
    } catch (error) {
      const end = endOfTerminal(error, target);
      throw end ? new StreamFailed(end, { cause: error }) : error;
    }
  }

  async #logIn({ target, person, dial, timeoutMs, signal }: StreamOpening): Promise<SshConnection> {
    const stream = await dial();
    try {
      return await logInSsh({
        target,
        stream,
        hostKey: await this.#deps.hostKey(target, person()),
        attributes: await this.#deps.attributes(target.id),
        timeoutMs,
        signal,
      });
    } catch (error) {
      stream.destroy();
      throw error;
    }
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
