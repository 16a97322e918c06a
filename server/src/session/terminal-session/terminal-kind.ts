import type { Duplex } from 'node:stream';

import { schemeOf, type TerminalAppearance } from '@jadegate/contract/identity/terminal-preference';
import type { OpeningStep } from '@jadegate/contract/words/opening-steps';

import type { Actor } from '../../kernel/actor.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { AssetTarget } from '../../protocols/dial/target.ts';
import type { HostKeyPolicy } from '../../protocols/ssh/host-key.ts';
import type { ChannelEnd } from '../../protocols/terminal-channel.ts';
import type { SegmentCompressor } from '../../recorders/compressor.ts';
import { lastMoment } from '../../recorders/last-moment.ts';
import { recordedBytes } from '../../recorders/recorded-bytes.ts';
import { placeIn, type RecordingFiles } from '../../recorders/recording-files.ts';
import { packSegment } from '../../recorders/segment.ts';
import { asciicast } from '../../recorders/terminal/asciicast.ts';
import { TerminalReader } from '../../recorders/terminal/reader.ts';
import type { Screens } from '../../recorders/terminal/screens.ts';
import { TerminalWriter } from '../../recorders/terminal/writer.ts';
import type { CommandLogService } from '../session-command/command-log.service.ts';
import {
  stepNotice,
  StreamFailed,
  wayStep,
  type FileSystem,
  type OpenedStream,
  type RecordingExport,
  type RecordingParts,
  type SessionKind,
  type StreamOpening,
} from '../session/session-kind.ts';
import { Keyboard } from './keyboard.ts';
import { LiveTerminal } from './live-terminal.ts';
import { LoginQuestions } from './login-questions.ts';
import type { TerminalProtocol } from './open-terminal.ts';
import { TERMINAL, terminalClient, type TerminalClient } from './terminal-client.ts';
import { endOfTerminal } from './terminal-failure.ts';
import type { TerminalPreviews } from './terminal-previews.ts';
import { TerminalStream } from './terminal-stream.ts';

interface Dependencies {
  logger: Logger;
  compressor: SegmentCompressor;
  screens: Screens;
  previews: TerminalPreviews;
  commands: CommandLogService;
  attributes: (assetId: string) => Promise<Readonly<Record<string, string>>>;
  hostKey: (target: AssetTarget, actor: Actor) => Promise<HostKeyPolicy>;
  /** What the host is told of the session, where the settings say so. */
  hostVariables: (opening: StreamOpening) => Promise<Readonly<Record<string, string>>>;
  /** What the terminal calls itself on the target. */
  term: () => Promise<string>;
  /** What the settings say of how terminals look. */
  display: () => Promise<{ scheme: string; font: string; fontSize: number }>;
  /** Whether what is typed is part of recordings. */
  recordInput: () => Promise<boolean>;
}

/** The parts of a terminal while it is opened. */
interface Parts {
  terminal: LiveTerminal;
  keyboard: Keyboard;
  writer: TerminalWriter | undefined;
}

const UNKNOWN_SIZE = { cols: 80, rows: 24 };

/** Terminals in one protocol: a login, a recording and a keyboard joined to one stream. */
export class TerminalKind implements SessionKind {
  readonly name = TERMINAL;
  readonly isShell = true;
  readonly takesGuestInput = true;
  readonly #protocol: TerminalProtocol;
  readonly #deps: Dependencies;

  constructor(protocol: TerminalProtocol, dependencies: Dependencies) {
    this.#protocol = protocol;
    this.#deps = dependencies;
  }

  async fileSystem(): Promise<FileSystem | undefined> {
    return this.#protocol.hasFiles ? { storageId: '' } : undefined;
  }

  /** What the asset says goes before what the settings say. */
  async appearance(assetId: string): Promise<TerminalAppearance> {
    const own = await this.#deps.attributes(assetId);
    const { scheme, font, fontSize } = await this.#deps.display();
    return {
      scheme: schemeOf(own['color-scheme'] ?? scheme),
      font: own['font-name'] ?? font,
      fontSize: Number(own['font-size'] ?? fontSize),
    };
  }

  recordedBytes(folder: string): Promise<number | undefined> {
    return recordedBytes(folder);
  }

  async completeRecording(folder: string): Promise<void> {
    // Replaying to the last segment leaves a keyframe at each.
    await this.#deps.screens
      .of(placeIn(folder), { segment: Number.MAX_SAFE_INTEGER })
      .catch((error: unknown) => {
        this.#deps.logger.warn({ err: error }, 'a recording has no keyframes; jumps in it take longer');
      });
  }

  /** Every segment has a keyframe, made when it is first asked for. */
  async openRecording(files: RecordingFiles): Promise<RecordingParts | undefined> {
    const reader = await TerminalReader.open(files);
    if (!reader) {
      return undefined;
    }
    const { segments } = reader;
    return {
      segments,
      keyframes: segments.map(({ offset }, index) => ({ index: index + 1, offset })),
      body: (segment) => reader.body(segment),
      keyframe: async (index) => {
        if (index > segments.length) {
          return undefined;
        }
        const { bytes } = await this.#deps.screens.of(files.place, { segment: index - 1 });
        return Buffer.from(bytes);
      },
      lastMoment: () => lastMoment(reader),
    };
  }

  async exportRecording(files: RecordingFiles, title: string): Promise<RecordingExport | undefined> {
    const reader = await TerminalReader.open(files);
    return (
      reader && {
        extension: 'cast',
        contentType: 'application/x-asciicast',
        content: () => asciicast(reader, title),
      }
    );
  }

  packFile(name: string, bytes: Buffer): Promise<Buffer> {
    return name.endsWith('.seg') ? packSegment(bytes) : Promise.resolve(bytes);
  }

  async open(opening: StreamOpening): Promise<OpenedStream> {
    const { target, person, signal, giveUp } = opening;
    const client = terminalClient(opening.client);
    const questions = new LoginQuestions({ client, language: person().language, signal, giveUp });
    try {
      return await this.#open(opening, client, questions);
    } catch (error) {
      const end = endOfTerminal(error, target);
      throw end ? new StreamFailed(questions.explain(end), { cause: error }) : error;
    }
  }

  async #open(
    opening: StreamOpening,
    client: TerminalClient,
    questions: LoginQuestions,
  ): Promise<OpenedStream> {
    const tell = (step: OpeningStep) => client.send({ type: 'notice', notice: stepNotice(opening, step) });
    tell(wayStep(opening));
    const connection = await opening.dial();
    let writer: TerminalWriter | undefined;
    try {
      const parts = await this.#join(opening, client);
      ({ writer } = parts);
      const { target, username } = await this.#named(opening.target, questions);
      tell('login');
      const login = { ...opening, target, onLoggedIn: () => tell('shell') };
      const channel = await this.#login(login, connection, questions, parts.terminal);
      parts.terminal.bind(channel);
      const { record } = opening;
      return {
        stream: new TerminalStream({ ...this.#deps, ...opening, ...parts, channel, id: record.id }),
        username,
      };
    } catch (error) {
      connection.destroy();
      await writer?.close();
      throw error;
    }
  }

  /** The terminal, its recording and its keyboard, before there is a target. */
  async #join(opening: StreamOpening, client: TerminalClient): Promise<Parts> {
    const { record, person, decision, clock, beginRecording } = opening;
    const { compressor, commands } = this.#deps;
    const { size } = client.begin ?? { size: UNKNOWN_SIZE };
    const recordInput = await this.#deps.recordInput();
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
      onEnd: (end) => reportEnd(opening, end),
      onOutput: (bytes) => {
        compressor.note(bytes.length);
        keyboard.onOutput(bytes);
      },
    });
    const filter = decision.commandFilter;
    const keyboard = new Keyboard({ terminal, writer, recordInput, record, person, commands, clock, filter });
    return { terminal, keyboard, writer };
  }

  async #login(
    opening: StreamOpening & { onLoggedIn: () => void },
    connection: Duplex,
    questions: LoginQuestions,
    terminal: LiveTerminal,
  ) {
    const { target, person, timeoutMs, signal, onLoggedIn } = opening;
    const { hostKey, hostVariables, attributes, term } = this.#deps;
    return this.#protocol.open(
      {
        target,
        stream: connection,
        hostKey: await hostKey(target, person()),
        size: terminal.size,
        term: await term(),
        env: await hostVariables(opening),
        attributes: await attributes(target.id),
        keyboardInteractive: (prompts, about) => questions.answer(prompts, about),
        timeoutMs,
        signal,
        onLoggedIn,
      },
      terminal,
    );
  }

  /** The account, whose name is asked for where the protocol needs one and none is stored. */
  async #named(target: AssetTarget, questions: LoginQuestions) {
    const account = await target.account();
    if (account.username !== '' || !this.#protocol.needsUsername) {
      return { target, username: account.username };
    }
    const username = (await questions.username()).trim();
    return { target: { ...target, account: async () => ({ ...account, username }) }, username };
  }
}

function reportEnd({ target, onEnd, onFailure }: StreamOpening, end: ChannelEnd): void {
  switch (end.kind) {
    case 'exit':
    case 'signal':
      onEnd({ kind: 'exited' });
      return;
    case 'closed':
    case 'silent':
      onEnd({ kind: end.kind });
      return;
    case 'error': {
      const known = endOfTerminal(end.error, target);
      onFailure(known ? new StreamFailed(known, { cause: end.error }) : end.error);
    }
  }
}
