import type { FileCount, OrderedArchive } from '@jadegate/contract/files/files';
import { LIMITS } from '@jadegate/contract/limits';

import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import { MINUTE_MS } from '../../kernel/clock.ts';
import { OneTimeValues } from '../../kernel/one-time-values.ts';

/** Of a selection that was refused. */
const LOGGED_CHARACTERS = 1000;
const TERABYTE = 1024 ** 4;

interface Order<Found> {
  /** Of the archive, without its ending. */
  name: string;
  found: readonly Found[];
}

/** Archives that were ordered and not yet fetched: each good for one download by the same person within a minute. */
export class ArchiveOrderService<Found> {
  readonly #orders = new OneTimeValues<Order<Found>>(MINUTE_MS);

  /** What cannot be packed is refused here, in a sentence, and not in the middle of a download. */
  hold(actor: Actor, placeId: string, order: Order<Found>, count: FileCount): OrderedArchive {
    const { isWhole, ...counted } = count;
    if (!isWhole) {
      throw tooMany();
    }
    if (counted.bytes > LIMITS.archive.bytes) {
      const limit = `${LIMITS.archive.bytes / TERABYTE} TB`;
      throw new AppError('file.archive_too_large', { params: { limit } });
    }
    return { archiveId: this.#orders.hold(`${actor.userId}/${placeId}`, order), ...counted };
  }

  take(actor: Actor, placeId: string, archiveId: string): { filename: string; found: readonly Found[] } {
    const order = this.#orders.take(`${actor.userId}/${placeId}`, archiveId);
    if (!order) {
      throw new AppError('file.archive_gone');
    }
    return { filename: `${order.name}.zip`, found: order.found };
  }
}

/** Also for those who count and stop as soon as there are too many. */
export function tooMany(): AppError {
  return new AppError('file.archive_too_many', { params: { limit: LIMITS.archive.entries } });
}

/** A selection as it stands in the log. */
export function selectionText(files: readonly string[]): string {
  return files.join(', ').slice(0, LOGGED_CHARACTERS);
}
