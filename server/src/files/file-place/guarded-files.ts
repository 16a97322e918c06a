import type { Actor } from '../../kernel/actor.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { FileLine } from '../storage-log/storage-log.service.ts';

/** What will stand in the log. */
type FileAct = Pick<FileLine, 'action' | 'fileName'>;

/** What went over, for the log. */
export interface Moved {
  bytes: number;
  checksum: string;
}

/** Files behind a right: who, whether, and what stands in the log afterwards. */
export abstract class GuardedFiles<Place, Files, Act extends FileAct> {
  readonly #logger: Logger;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** Throws when it is not there for them. */
  protected abstract enter(actor: Actor, id: string): Promise<Place>;

  /** Throws when this may not be done; without an act it is for looking around. */
  protected abstract open(place: Place, act?: Act): Promise<Files>;

  /** Failures of where the files lie in the words of the product. */
  protected abstract asProductError<Value>(work: () => Promise<Value>): Promise<Value>;

  protected abstract log(place: Place, line: FileLine): Promise<void>;

  /** Which one it is, in the log of the server. */
  protected abstract named(place: Place): Record<string, string>;

  /** For looking around, which leaves no trace in the log. */
  async browse<Value>(actor: Actor, id: string, work: (files: Files) => Promise<Value>): Promise<Value> {
    const place = await this.enter(actor, id);
    return this.asProductError(async () => work(await this.open(place)));
  }

  /** Does something that is written down once it is known how it went, refusals too. */
  async act<Value extends Moved | void>(
    actor: Actor,
    id: string,
    act: Act,
    work: (files: Files, place: Place) => Promise<Value>,
  ): Promise<Value> {
    const place = await this.enter(actor, id);
    return this.beginIn(place, act, async (files) => {
      const moved = await work(files, place);
      await this.write(place, act, true, moved ?? undefined);
      return moved;
    });
  }

  /** The way in for what writes its own line in the end. A refusal is written here. */
  async begin<Value>(
    actor: Actor,
    id: string,
    act: Act,
    work: (files: Files, place: Place) => Promise<Value>,
  ): Promise<Value> {
    return this.beginIn(await this.enter(actor, id), act, work);
  }

  /** The same where the caller was let in. */
  async beginIn<Value>(
    place: Place,
    act: Act,
    work: (files: Files, place: Place) => Promise<Value>,
  ): Promise<Value> {
    try {
      return await this.asProductError(async () => work(await this.open(place, act), place));
    } catch (error) {
      await this.write(place, act, false);
      throw error;
    }
  }

  /** Never fails: what happened has happened. */
  async write(place: Place, { action, fileName }: Act, isDone: boolean, moved?: Moved): Promise<void> {
    try {
      await this.log(place, { action, fileName, isDone, ...moved });
    } catch (error) {
      const named = this.named(place);
      this.#logger.error({ err: error, ...named }, 'a file operation was not written down');
    }
  }
}
