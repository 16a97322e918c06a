import { createHash } from 'node:crypto';
import { open, stat } from 'node:fs/promises';

import { translate, type Language } from '@jadegate/contract/language';
import { LIMITS } from '@jadegate/contract/limits';
import { Advisory, AdvisoryDocument, type AdvisorySeverity } from '@jadegate/contract/platform/advisory';
import type { NoticeLevel } from '@jadegate/contract/platform/notice';
import { ADVISORY_WORDS } from '@jadegate/contract/words/advisory';

import { HOUR_MS, MINUTE_MS, type Clock } from '../../kernel/clock.ts';
import { runInBackground } from '../../kernel/defects.ts';
import type { Logger } from '../../kernel/logger.ts';
import { connectTcp } from '../../protocols/dial/tcp.ts';
import { fetchDocument } from '../../protocols/web/fetch-document.ts';
import type { OfferedNotice } from '../notice/notice.service.ts';
import type { SettingService } from '../setting/setting.service.ts';
import { isAffected } from './affected.policy.ts';

const FETCH_EVERY_MS = 6 * HOUR_MS;
/** How often it is looked at whether something is to be done: the file and the setting may change meanwhile. */
const LOOK_EVERY_MS = MINUTE_MS;
const FETCH_TIMEOUT_MS = 20_000;

const LEVELS: Record<AdvisorySeverity, NoticeLevel> = {
  critical: 'danger',
  high: 'danger',
  medium: 'warning',
  low: 'info',
};

interface Parts {
  /** The file beside the installation; it need not be there. */
  file: string;
  /** Of this product: advisories for others are not shown. */
  version: string;
  settings: Pick<SettingService, 'get'>;
  clock: Clock;
  logger: Logger;
}

/**
 * Security advisories from a file beside the installation and, where a setting names one, from an address. Both are read
 * in the background of the running server; what they hold is not trusted further than to be shown as text.
 */
export class AdvisoryService {
  readonly #parts: Parts;
  readonly #stop = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #fileState = '';
  #fromFile: readonly Advisory[] = [];
  #fetched: { address: string; at: number; advisories: readonly Advisory[] } | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  start(): void {
    const refresh = () => runInBackground(this.refresh(), 'advisories');
    this.#timer = setInterval(refresh, LOOK_EVERY_MS).unref();
    refresh();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#stop.abort();
    await this.#running;
  }

  /** What concerns this version. An entry of the file goes before one of the same id from the address. */
  readonly notices = (): OfferedNotice[] => {
    const byId = new Map<string, Advisory>();
    for (const advisory of [...(this.#fetched?.advisories ?? []), ...this.#fromFile]) {
      byId.set(advisory.id, advisory);
    }
    return [...byId.values()]
      .filter(({ affected }) => isAffected(this.#parts.version, affected))
      .map((advisory) => ({
        id: noticeId(advisory),
        level: LEVELS[advisory.severity],
        menus: ['setting'],
        text: (language) => sentenceOf(advisory, language),
        link: advisory.link,
        canPutAway: true,
      }));
  };

  /** Reads what has changed or is due. One at a time; a failure is logged and leaves what is known. */
  refresh(): Promise<void> {
    this.#running ??= Promise.all([this.#readFile(), this.#fetch()])
      .then(() => undefined)
      .finally(() => (this.#running = undefined));
    return this.#running;
  }

  async #readFile(): Promise<void> {
    const { file, logger } = this.#parts;
    try {
      const found = await stat(file).catch(() => undefined);
      const state = found?.isFile() ? `${found.mtimeMs} ${found.size} ${found.ino}` : '';
      if (state === this.#fileState) {
        return;
      }
      this.#fileState = state;
      this.#fromFile = state === '' ? [] : this.#understand(await readStart(file), 'file');
    } catch (error) {
      this.#fromFile = [];
      logger.warn({ err: error }, 'the file of advisories could not be read');
    }
  }

  async #fetch(): Promise<void> {
    const { settings, clock, logger } = this.#parts;
    const address = await settings.get('advisory-url').catch(() => this.#fetched?.address ?? '');
    if (address === '') {
      this.#fetched = undefined;
      return;
    }
    const last = this.#fetched?.address === address ? this.#fetched : undefined;
    if (last && clock.now() - last.at < FETCH_EVERY_MS) {
      return;
    }
    this.#fetched = { address, at: clock.now(), advisories: last?.advisories ?? [] };
    try {
      const bytes = await fetchDocument(address, {
        dial: connectTcp,
        maxBytes: LIMITS.advisory.bytes,
        timeoutMs: FETCH_TIMEOUT_MS,
        signal: this.#stop.signal,
      });
      this.#fetched.advisories = this.#understand(bytes, 'address');
    } catch (error) {
      if (!this.#stop.signal.aborted) {
        logger.warn({ err: error }, 'advisories could not be fetched');
      }
    }
  }

  /** Entries that are not of the form are left out; nothing of their text reaches the log. */
  #understand(bytes: Buffer, source: 'file' | 'address'): Advisory[] {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const { advisories } = AdvisoryDocument.parse(JSON.parse(text));
    const good = advisories.flatMap((entry) => {
      const { data } = Advisory.safeParse(entry);
      return data ? [data] : [];
    });
    if (good.length < advisories.length) {
      this.#parts.logger.warn(
        { source, refused: advisories.length - good.length },
        'some advisories are not of the right form',
      );
    }
    return good;
  }
}

function sentenceOf({ id, title, summary }: Advisory, language: Language): string {
  return translate(ADVISORY_WORDS.notice, language, {
    id,
    title: title[language],
    summary: summary[language],
  });
}

/** Of the whole entry: somebody who has put it away sees it again once it says something else. */
function noticeId(advisory: Advisory): string {
  const digest = createHash('sha256').update(JSON.stringify(advisory)).digest('hex');
  return `advisory-${digest.slice(0, 32)}`;
}

async function readStart(file: string): Promise<Buffer> {
  const handle = await open(file, 'r');
  try {
    const buffer = Buffer.alloc(LIMITS.advisory.bytes + 1);
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
    if (bytesRead > LIMITS.advisory.bytes) {
      throw new Error('the file is too large');
    }
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
