import type { Duplex } from 'node:stream';

import type { AccessFlags } from '@jadegate/contract/access/access-decision';

import type { StorageLogService } from '../../files/storage-log/storage-log.service.ts';
import { SECOND_MS, type Clock } from '../../kernel/clock.ts';
import { startDeadline } from '../../kernel/deadline.ts';
import { runInBackground } from '../../kernel/defects.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { Secret } from '../../kernel/secret.ts';
import { endsHere } from '../../protocols/dial/onward.ts';
import { connectGuacd, type DesktopScreen, type GuacdAddress } from '../../protocols/guacd/connect-guacd.ts';
import type { GuacdConnection, GuacdEnd } from '../../protocols/guacd/connection.ts';
import { LoopbackListener } from '../../protocols/guacd/loopback-listener.ts';
import {
  desktopParameters,
  watchParameters,
  type DesktopAccount,
  type DesktopProtocol,
  type DesktopRights,
} from '../../protocols/guacd/parameters.ts';
import { isLoopback } from '../../protocols/guacd/socket-owner.ts';
import type { SegmentCompressor } from '../../recorders/compressor.ts';
import { DesktopReader } from '../../recorders/desktop/reader.ts';
import { DesktopWriter } from '../../recorders/desktop/writer.ts';
import { recordedBytes } from '../../recorders/recorded-bytes.ts';
import { filesIn, type RecordingFiles } from '../../recorders/recording-files.ts';
import { packSegment } from '../../recorders/segment.ts';
import type { SessionDriveService } from '../session-drive/session-drive.service.ts';
import { flagsOf } from '../session/live-session.service.ts';
import {
  stepNotice,
  StreamFailed,
  wayStep,
  type FileSystem,
  type OpenedStream,
  type RecordingExport,
  type RecordingParts,
  type SessionKind,
  type SessionRecord,
  type StreamOpening,
} from '../session/session-kind.ts';
import { ActLog } from './act-log.ts';
import { withDialledAddress, withCheckedAddress, judgeRepeated } from './checked-target.ts';
import { DESKTOP, desktopClient } from './desktop-client.ts';
import { endOfDesktop, endOfGuacd } from './desktop-failure.ts';
import { openDesktopRecording } from './desktop-recording.ts';
import { DesktopStream } from './desktop-stream.ts';

interface Dependencies {
  guacd: {
    readonly address: GuacdAddress;
    /** Starts it, where it is ours and not there. */
    ensure: () => Promise<void>;
  };
  logger: Logger;
  compressor: SegmentCompressor;
  attributes: (assetId: string) => Promise<Readonly<Record<string, string>>>;
  /** Of the settings, for every desktop. */
  defaults: () => Promise<Readonly<Record<string, string>>>;
  timezone: () => Promise<string>;
  clock: Clock;
  logs: StorageLogService;
  /** Whether what is typed, and what is copied and pasted, is part of recordings. */
  recordInput: () => Promise<boolean>;
  recordClipboard: () => Promise<boolean>;
  /** Where the protocol lets a host prove who it is. The stream is of no more use afterwards. */
  identify?: (stream: Duplex, opening: StreamOpening) => Promise<void>;
  /** Where the way to a desktop and its password are only found when it is opened: the screen of a virtual machine. */
  find?: (opening: StreamOpening) => Promise<FoundDesktop>;
  /** Where the protocol knows drives. */
  drives?: SessionDriveService;
}

/** A desktop that is nobody's asset: it is reached by whoever found it. */
export interface FoundDesktop {
  password: Secret | undefined;
  dial: () => Promise<Duplex>;
  /** Lets go of what `dial` stands on. */
  close: () => void;
}

/** How guacd comes to the target. */
interface Reach {
  host: string;
  port: number;
  /** Whether it is this machine that answers there, which may lead on from within. */
  isHere: boolean;
  close: () => void;
}

const MICROPHONE = 'enable-audio-input';
const CONNECT_MS = 5 * SECOND_MS;
const UNKNOWN_SCREEN: DesktopScreen = { width: 1024, height: 768, dpi: 96 };

/** Desktops of RDP and VNC, as guacd draws them. */
export class DesktopKind implements SessionKind {
  readonly name = DESKTOP;
  readonly mode = 'guacd';
  readonly takesGuestInput = true;
  readonly #protocol: DesktopProtocol;
  readonly #deps: Dependencies;

  constructor(protocol: DesktopProtocol, dependencies: Dependencies) {
    this.#protocol = protocol;
    this.#deps = dependencies;
  }

  async fileSystem(assetId: string, userId: string, flags: AccessFlags): Promise<FileSystem | undefined> {
    const storageId = await this.#deps.drives?.spaceFor(assetId, userId, flags);
    return storageId === undefined ? undefined : { storageId };
  }

  async takesMicrophone(assetId: string): Promise<boolean> {
    if (this.#protocol !== 'rdp') {
      return false;
    }
    const own = (await this.#deps.attributes(assetId))[MICROPHONE];
    return (own || (await this.#deps.defaults())[MICROPHONE]) === 'true';
  }

  recordedBytes(folder: string): Promise<number | undefined> {
    return recordedBytes(folder, 'desktop');
  }

  openRecording(files: RecordingFiles): Promise<RecordingParts | undefined> {
    return openDesktopRecording(files);
  }

  /** The instructions as they were shown, which is what players of desktops read. */
  async exportRecording(files: RecordingFiles): Promise<RecordingExport | undefined> {
    const reader = await DesktopReader.open(files);
    return (
      reader && {
        extension: 'guac',
        contentType: 'text/plain; charset=utf-8',
        content: () => reader.stream(),
      }
    );
  }

  packFile(_name: string, bytes: Buffer): Promise<Buffer> {
    return packSegment(bytes);
  }

  async open(opening: StreamOpening): Promise<OpenedStream> {
    try {
      return await this.#open(opening);
    } catch (error) {
      const end = endOfDesktop(error, this.#deps.guacd.address);
      throw end ? new StreamFailed(end, { cause: error }) : error;
    }
  }

  async #open(opening: StreamOpening): Promise<OpenedStream> {
    const client = desktopClient(opening.client);
    client.notify(stepNotice(opening, wayStep(opening)));
    await this.#deps.guacd.ensure();
    const found = await this.#deps.find?.(opening);
    const account = found ? { username: '', password: found.password } : await accountOf(opening);
    const screen = client.begin ?? UNKNOWN_SCREEN;
    const microphone = await this.takesMicrophone(opening.record.asset_id);
    const rights = { ...rightsOf(opening), microphone };
    const reach = found ? await this.#reachFound(found, opening) : await this.#reach(opening);
    client.notify(stepNotice(opening, 'desktop'));
    let writer: DesktopWriter | undefined;
    let stream: DesktopStream | undefined;
    const greetings: string[] = [];
    const drive = await this.#deps.drives?.open({
      record: opening.record,
      flags: flagsOf(opening.record),
      person: opening.person,
      tell: (text) => (stream ? stream.notify({ kind: 'message', text }) : greetings.push(text)),
    });
    const release = () => {
      reach.close();
      runInBackground(drive?.close(), 'the end of a drive');
    };
    try {
      writer = await opening.beginRecording((options) =>
        DesktopWriter.open({
          ...options,
          size: screen,
          saveFile: (name, bytes) => filesIn(options.folder).save(name, bytes),
          onSegment: (path) => this.#deps.compressor.add(path),
          onDrain: () => stream?.onDrain(),
        }),
      );
      const connection = await this.#connect(opening, {
        reach,
        account,
        screen,
        rights,
        drivePath: drive?.path,
      });
      stream = new DesktopStream({
        connection,
        join: () => this.#join(connection.id, screen),
        clock: opening.clock,
        writer,
        size: screen,
        rights,
        onActivity: opening.onActivity,
        onEnd: opening.onEnd,
        person: opening.person,
        onGuacdEnd: (end) => this.#reportEnd(opening, end),
        // Recordings are packed when the desktops leave time.
        onRecorded: (bytes) => this.#deps.compressor.note(bytes),
        onTrouble: (error) =>
          this.#deps.logger.warn({ err: error, sessionId: opening.record.id }, 'a desktop gave no picture'),
        log: this.#logOf(opening.record),
        keepsClipboard: await this.#deps.recordClipboard(),
        keepsTyped: await this.#deps.recordInput(),
        release,
        files: drive?.files,
        greetings,
      });
      return { stream, username: found ? opening.record.username : account.username };
    } catch (error) {
      release();
      await writer?.close();
      throw error;
    }
  }

  /**
   * A target behind gateways is reached through a door of ours. Otherwise guacd goes there itself; that somebody answers is
   * tried before, because guacd has one word for every failure.
   */
  async #reach(opening: StreamOpening): Promise<Reach> {
    const { target, dial, onFailure } = opening;
    const { route } = target;
    const { address } = this.#deps.guacd;
    const isDirect = !route.socks && route.gatewayId === undefined;
    if (isDirect && !isLoopback(address.host)) {
      return { ...(await withCheckedAddress(target, address)), close: () => undefined };
    }
    let first: Duplex = await dial();
    const dialled = withDialledAddress(first, target);
    if (this.#deps.identify) {
      await this.#identify(first, opening);
      first = isDirect ? first : await dial();
    }
    if (isDirect) {
      first.destroy();
      return { ...dialled, close: () => undefined };
    }
    return this.#door(first, dial, onFailure);
  }

  async #reachFound({ dial, close }: FoundDesktop, { onFailure }: StreamOpening): Promise<Reach> {
    try {
      const door = await this.#door(await dial(), dial, onFailure);
      return {
        ...door,
        close: () => {
          door.close();
          close();
        },
      };
    } catch (error) {
      close();
      throw error;
    }
  }

  async #door(
    first: Duplex,
    dial: () => Promise<Duplex>,
    onFailure: (error: unknown) => void,
  ): Promise<Reach> {
    try {
      const door = await LoopbackListener.open({ guacd: this.#deps.guacd.address, first, dial, onFailure });
      return { host: door.host, port: door.port, isHere: endsHere(first), close: () => door.close() };
    } catch (error) {
      first.destroy();
      throw error;
    }
  }

  async #identify(stream: Duplex, opening: StreamOpening): Promise<void> {
    const deadline = startDeadline(opening.timeoutMs, opening.signal);
    // What breaks while nobody reads it would otherwise end the process.
    stream.on('error', () => undefined);
    try {
      await this.#deps.identify?.(stream, { ...opening, signal: deadline.signal });
    } catch (error) {
      throw deadline.isTimeUp ? new StreamFailed({ kind: 'desktop_timeout' }, { cause: error }) : error;
    } finally {
      deadline.end();
      stream.destroy();
    }
  }

  async #connect(
    { target, person, timeoutMs, signal }: StreamOpening,
    {
      reach,
      account,
      screen,
      rights,
      drivePath,
    }: {
      reach: Reach;
      account: DesktopAccount;
      screen: DesktopScreen;
      rights: DesktopRights;
      drivePath: string | undefined;
    },
  ): Promise<GuacdConnection> {
    const { guacd, attributes, defaults } = this.#deps;
    const timezone = await this.#deps.timezone();
    const parameters = desktopParameters({
      protocol: this.#protocol,
      host: reach.host,
      port: reach.port,
      account,
      defaults: await defaults(),
      attributes: await attributes(target.id),
      timezone,
      rights,
      drivePath,
    });
    await judgeRepeated(reach.isHere, parameters);
    return connectGuacd({
      address: guacd.address,
      select: this.#protocol,
      screen,
      timezone,
      name: person().username,
      parameters,
      connectMs: CONNECT_MS,
      handshakeMs: timeoutMs,
      signal,
    });
  }

  #join(id: string, screen: DesktopScreen): Promise<GuacdConnection> {
    return connectGuacd({
      address: this.#deps.guacd.address,
      select: id,
      screen,
      parameters: watchParameters(),
      connectMs: CONNECT_MS,
      handshakeMs: CONNECT_MS,
    });
  }

  #logOf(session: SessionRecord): ActLog {
    const { logs, clock, logger } = this.#deps;
    const onTrouble = (error: unknown) =>
      logger.error(
        { err: error, sessionId: session.id },
        'what was carried in a desktop is not written down',
      );
    return new ActLog({ logs, session, clock, onTrouble });
  }

  #reportEnd({ onEnd, onFailure }: StreamOpening, end: GuacdEnd): void {
    if (end.kind !== 'error') {
      onEnd(endOfGuacd(end));
      return;
    }
    const known = endOfDesktop(end.error, this.#deps.guacd.address);
    onFailure(known ? new StreamFailed(known, { cause: end.error }) : end.error);
  }
}

async function accountOf({ target }: StreamOpening): Promise<DesktopAccount> {
  const { username, auth } = await target.account();
  return { username, password: auth?.kind === 'password' ? auth.password : undefined };
}

/** What was decided when the session was made, and still is. */
function rightsOf({ record, decision: { flags } }: StreamOpening): DesktopRights {
  const { copy, paste } = flagsOf(record);
  return { copy: copy && flags.copy, paste: paste && flags.paste };
}
