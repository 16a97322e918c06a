import type { Actor } from '../../kernel/actor.ts';
import { logInSsh } from '../../protocols/dial/ssh-login.ts';
import type { AssetTarget } from '../../protocols/dial/target.ts';
import type { SshConnection } from '../../protocols/ssh/connect.ts';
import { SshExec } from '../../protocols/ssh/exec.ts';
import type { HostKeyPolicy } from '../../protocols/ssh/host-key.ts';
import type { TerminalChannel } from '../../protocols/terminal-channel.ts';
import type { SegmentCompressor } from '../../recorders/compressor.ts';
import { recordedBytes } from '../../recorders/recorded-bytes.ts';
import type { Screens } from '../../recorders/terminal/screens.ts';
import { TerminalWriter } from '../../recorders/terminal/writer.ts';
import {
  StreamFailed,
  type OpenedStream,
  type SessionKind,
  type StreamOpening,
} from '../session/session-kind.ts';
import { EXEC } from './exec-client.ts';
import { ExecStream } from './exec-stream.ts';
import { LiveTerminal } from './live-terminal.ts';
import { TERMINAL } from './terminal-client.ts';
import { endOfTerminal } from './terminal-failure.ts';
import type { TerminalPreviews } from './terminal-previews.ts';

interface Dependencies {
  compressor: SegmentCompressor;
  screens: Screens;
  previews: TerminalPreviews;
  attributes: (assetId: string) => Promise<Readonly<Record<string, string>>>;
  hostKey: (target: AssetTarget, actor: Actor) => Promise<HostKeyPolicy>;
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

  async open(opening: StreamOpening): Promise<OpenedStream> {
    const { target } = opening;
    try {
      const { username } = await target.account();
      const client = await this.#logIn(opening);
      try {
        return { stream: await this.#join(opening, client), username };
      } catch (error) {
        client.destroy();
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

  async #join(opening: StreamOpening, client: SshConnection): Promise<ExecStream> {
    const { record, folder, beginRecording } = opening;
    const { compressor } = this.#deps;
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
    const exec = new SshExec(client, await this.#deps.hostVariables(opening));
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
