import { SOURCE_SECRET } from '@jadegate/contract/identity/identity-source';

import { SECOND_MS, type Clock } from '../../kernel/clock.ts';
import type { Secret } from '../../kernel/secret.ts';
import type { VaultService } from '../../platform/vault/vault.service.ts';
import { connectTcp } from '../../protocols/dial/tcp.ts';
import {
  LdapDirectory,
  type DirectoryPerson,
  type DirectorySettings,
} from '../../protocols/ldap/ldap-directory.ts';
import { SourceFailure } from '../../protocols/source-failure.ts';
import { secretOwner, type SourceOf } from '../identity-source/source.interface.ts';

export type DirectorySource = SourceOf<'ldap'>;

interface Asking {
  withinMs: number;
  limits?: DirectorySettings['limits'];
  /** Instead of the stored one, of a source that is not saved yet. */
  secret?: Secret | undefined;
  /** Not even tried while it did not answer a moment ago: somebody waits at the door. */
  isAtDoor?: boolean;
}

/** What a person at the door waits for a directory at most, for each question. */
const DOOR: Asking = {
  withinMs: 6 * SECOND_MS,
  limits: { connectMs: 3 * SECOND_MS, answerMs: 4 * SECOND_MS },
  isAtDoor: true,
};
/** So long nobody else waits for one that did not answer; then one question finds out whether it does. */
const SILENT_MS = 15 * SECOND_MS;

/** What is known of a directory that fell silent, as it was configured then. */
interface Silence {
  updatedAt: number;
  until: number;
  isBeingAsked: boolean;
}

/** The directories of sources, each question over a connection of its own. One that is silent keeps nobody waiting. */
export class Directories {
  readonly #vault: VaultService;
  readonly #clock: Clock;
  readonly #silent = new Map<string, Silence>();
  /** Which of its servers answered last: it is asked first. */
  readonly #answering = new Map<string, string>();

  constructor(vault: VaultService, clock: Clock) {
    this.#vault = vault;
    this.#clock = clock;
  }

  askAtDoor<Answer>(
    source: DirectorySource,
    question: (directory: LdapDirectory) => Promise<Answer>,
  ): Promise<Answer> {
    return this.ask(source, DOOR, question);
  }

  /** Whether it takes this password of theirs; for nobody it is asked as much. */
  takes(source: DirectorySource, person: DirectoryPerson | undefined, password: Secret): Promise<boolean> {
    return this.#asking(source, DOOR, (settings) => LdapDirectory.takes(settings, person, password));
  }

  ask<Answer>(
    source: DirectorySource,
    asking: Asking,
    question: (directory: LdapDirectory) => Promise<Answer>,
  ): Promise<Answer> {
    const when = { now: this.#clock.now(), withinMs: asking.withinMs };
    return this.#asking(source, asking, (settings) =>
      LdapDirectory.using(settings, when, (directory) => {
        this.#answering.set(source.id, directory.server);
        return question(directory);
      }),
    );
  }

  async #asking<Answer>(
    source: DirectorySource,
    { isAtDoor = false, ...asking }: Asking,
    ask: (settings: DirectorySettings) => Promise<Answer>,
  ): Promise<Answer> {
    if (isAtDoor) {
      this.#refuseSilent(source);
    }
    try {
      const answer = await ask(await this.#settings(source, asking));
      this.#silent.delete(source.id);
      return answer;
    } catch (error) {
      this.#noteFailure(source, error);
      throw error;
    }
  }

  isSilent({ id }: DirectorySource): boolean {
    return this.#silent.has(id);
  }

  #refuseSilent({ id, updatedAt }: DirectorySource): void {
    const silence = this.#silent.get(id);
    if (silence?.updatedAt !== updatedAt) {
      return;
    }
    if (silence.isBeingAsked || this.#clock.now() < silence.until) {
      throw new SourceFailure('unreachable', 'connection');
    }
    silence.isBeingAsked = true;
  }

  #noteFailure({ id, updatedAt }: DirectorySource, error: unknown): void {
    if (error instanceof SourceFailure && error.kind === 'unreachable') {
      this.#silent.set(id, { updatedAt, until: this.#clock.now() + SILENT_MS, isBeingAsked: false });
    } else {
      this.#silent.delete(id);
    }
  }

  async #settings(
    { id, config }: DirectorySource,
    { secret, limits }: Pick<Asking, 'secret' | 'limits'>,
  ): Promise<DirectorySettings> {
    const { servers, ...rest } = config;
    const first = this.#answering.get(id);
    const isFirst = (server: string) => (server === first ? 0 : 1);
    return {
      ...rest,
      servers: servers.toSorted((one, other) => isFirst(one) - isFirst(other)),
      bindPassword: secret ?? (await this.#vault.get(secretOwner(id), SOURCE_SECRET)),
      dial: connectTcp,
      ...(limits && { limits }),
    };
  }
}
