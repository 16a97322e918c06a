import {
  SOURCE_CONFIGS,
  type SourceIcon,
  type SourceKind,
} from '@jadegate/contract/identity/identity-source';
import type { SourceButton } from '@jadegate/contract/identity/source-sign-in';

import type { Database } from '../../db/database.ts';
import { AppError } from '../../kernel/app-error.ts';
import { IdentitySourceRepository, type SourceRecord } from './identity-source.repository.ts';
import type { Source, SourceOf } from './source.interface.ts';

/** The sources as those who let people in by them need them. */
export class SourceLookupService {
  readonly #sources: IdentitySourceRepository;

  constructor(database: Database) {
    this.#sources = new IdentitySourceRepository(database);
  }

  /** Those that are on, in their order. */
  async listEnabled(): Promise<Source[]> {
    return Promise.all((await this.#sources.listEnabled()).map((record) => this.#present(record)));
  }

  async listEnabledOf<Kind extends SourceKind>(kind: Kind): Promise<SourceOf<Kind>[]> {
    const isOf = (source: Source): source is Source & SourceOf<Kind> => source.kind === kind;
    return (await this.listEnabled()).filter(isOf);
  }

  /** What the login page shows: those that one goes to, and the names of those whose passwords are typed here. */
  async listWays(): Promise<{ sources: SourceButton[]; directories: string[] }> {
    const enabled = await this.#sources.listEnabled();
    return {
      sources: enabled.filter(({ kind }) => kind !== 'ldap').map(presentButton),
      directories: enabled.filter(({ kind }) => kind === 'ldap').map(({ name }) => name),
    };
  }

  /** For the door: one that is on. */
  async open<Kind extends SourceKind>(kind: Kind, key: string): Promise<SourceOf<Kind>> {
    const record = await this.#sources.findByKey(key);
    return this.#openAs(kind, record?.enabled === 1 ? record : undefined);
  }

  /** Also one that is off, so that it can be tried before people see it. */
  async openById<Kind extends SourceKind>(kind: Kind, id: string): Promise<SourceOf<Kind>> {
    return this.#openAs(kind, await this.#sources.find(id));
  }

  async findEnabled(id: string): Promise<Source | undefined> {
    const record = await this.#sources.find(id);
    return record?.enabled === 1 ? this.#present(record) : undefined;
  }

  /** Also one that is off. */
  async find(id: string): Promise<Source | undefined> {
    const record = await this.#sources.find(id);
    return record && this.#present(record);
  }

  async #openAs<Kind extends SourceKind>(
    kind: Kind,
    record: SourceRecord | undefined,
  ): Promise<SourceOf<Kind>> {
    const source = record && (await this.#present(record));
    if (source?.kind !== kind) {
      throw new AppError('identity_source.not_found');
    }
    return source as SourceOf<Kind>;
  }

  async #present(record: SourceRecord): Promise<Source> {
    // Kind and configuration belong together; a spread forgets that.
    return {
      ...presentButton(record),
      ...readConfig(record),
      id: record.id,
      rules: await this.#sources.listRules(record.id),
      updatedAt: record.updated_at,
    } as Source;
  }
}

/** Fields that are newer than the row have what a new source has. */
export function readConfig({ kind, config }: Pick<SourceRecord, 'kind' | 'config'>) {
  return { kind, config: SOURCE_CONFIGS[kind].parse(JSON.parse(config)) } as Pick<Source, 'kind' | 'config'>;
}

export function presentButton({ key, name, icon }: SourceRecord): SourceButton {
  return { key, name, icon: icon as SourceIcon };
}
