import type { Duplex } from 'node:stream';

import type { AccessFlags } from '@jadegate/contract/access/access-decision';
import { STRATEGY_FLAGS, type StrategyFlag } from '@jadegate/contract/access/strategy';
import { STRATEGY_FLAG_WORDS } from '@jadegate/contract/access/strategy-flag.words';
import { translate, type Language } from '@jadegate/contract/language';
import { SSH_DOOR_WORDS } from '@jadegate/contract/session/ssh-door.words';

import type { AccessService, AccessUse } from '../../../access/authorised/access.service.ts';
import type {
  FileLine,
  StorageEvent,
  StorageLogService,
} from '../../../files/storage-log/storage-log.service.ts';
import { AppError } from '../../../kernel/app-error.ts';
import { runInBackground } from '../../../kernel/defects.ts';
import type { Logger } from '../../../kernel/logger.ts';
import type { FileCommand } from '../../../protocols/ssh-server/file-commands/classify-exec.ts';
import { SftpRelay } from '../../../protocols/ssh-server/sftp/relay.ts';
import type { Checksums } from '../../../storage/checksum/checksums.ts';
import { ThreadSums } from '../../../storage/checksum/thread-sums.ts';
import { flagsOf, type LiveSessionService } from '../../session/live-session.service.ts';
import type { CommandWatch, NativeSshHost } from '../../terminal-session/native-ssh.interface.ts';
import { FileCommandWatch } from './file-command-watch.ts';
import { FreshFlags } from './fresh-flags.ts';

interface Dependencies {
  live: Pick<LiveSessionService, 'find'>;
  access: Pick<AccessService, 'decide'>;
  storageLogs: Pick<StorageLogService, 'write'>;
  checksums: Checksums;
  logger: Logger;
}

type Session = StorageEvent['session'];

/** Files that somebody's own SSH client moves: judged by the switches of the file panel, and written down as there. */
export class FileChannels {
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  /** The `sftp` of a host between it and a client, from the first request to the last. */
  async openSftp(
    client: Duplex,
    { host, sessionId, language }: { host: NativeSshHost; sessionId: string; language: Language },
  ): Promise<SftpRelay> {
    const session = this.#sessionOf(sessionId);
    const target = await host.ways.openSubsystem('sftp');
    const flags = this.#flagsIn(sessionId, 'open');
    let counted = { input: 0, output: 0 };
    const count = () => {
      const { input, output } = relay.traffic;
      host.addTraffic({ input: input - counted.input, output: output - counted.output });
      counted = { input, output };
    };
    const relay = new SftpRelay({
      client,
      target,
      summing: new ThreadSums(this.#deps.checksums),
      rights: () => flags.now(),
      refusal: (missing) => sayMissing(missing, language),
      onLine: (line) => this.#write(session, line),
      onActivity: () => {
        host.touch();
        count();
      },
    });
    runInBackground(relay.done.then(count), 'the traffic of files');
    return relay;
  }

  /** Why a command that moves files may not run; undefined where it may. */
  refusalOf(command: FileCommand, held: AccessFlags, language: Language): string | undefined {
    const missing = command.flags.find((flag) => !held[flag]);
    return missing && sayMissing(missing, language);
  }

  async noteRefused(command: FileCommand, sessionId: string): Promise<void> {
    const fileName = command.paths.join(' ');
    await this.#write(this.#sessionOf(sessionId), { action: command.direction, fileName, isDone: false });
  }

  /** Writes down what such a command moves, and ends it when that is not allowed any more. */
  watch(command: FileCommand, sessionId: string, language: Language): CommandWatch {
    const session = this.#sessionOf(sessionId);
    const flags = this.#flagsIn(sessionId, 'run');
    return new FileCommandWatch(command, {
      onLine: (line) => this.#write(session, line),
      refusal: async () => this.refusalOf(command, await flags.now(), language),
    });
  }

  /** What was decided when the session was made counts only while it still is. */
  #flagsIn(sessionId: string, use: AccessUse): FreshFlags {
    return new FreshFlags(async () => {
      const live = this.#deps.live.find(sessionId);
      if (!live || live.ending) {
        return undefined;
      }
      const { user_id, asset_id } = live.record;
      const { allowed, flags } = await this.#deps.access.decide(user_id, asset_id, use);
      return allowed ? bothOf(flagsOf(live.record), flags) : undefined;
    });
  }

  #sessionOf(sessionId: string): Session {
    const live = this.#deps.live.find(sessionId);
    if (!live) {
      throw new AppError('session.over');
    }
    return live.record;
  }

  /** Never fails: what happened has happened, also when the session is over by now. */
  async #write(session: Session, line: FileLine): Promise<void> {
    try {
      await this.#deps.storageLogs.write({ session, ...line });
    } catch (error) {
      this.#deps.logger.error({ err: error, sessionId: session.id }, 'a file operation was not written down');
    }
  }
}

function sayMissing(missing: StrategyFlag, language: Language): string {
  const params = { switch: translate(STRATEGY_FLAG_WORDS[missing], language) };
  return translate(SSH_DOOR_WORDS.switch_off, language, params);
}

function bothOf(one: AccessFlags, other: AccessFlags): AccessFlags {
  return Object.fromEntries(STRATEGY_FLAGS.map((flag) => [flag, one[flag] && other[flag]])) as AccessFlags;
}
