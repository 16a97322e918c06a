import { leadsElsewhere } from '@jadegate/contract/access/destination';
import {
  PLAIN_SETTING_KEYS,
  SETTING_KEYS,
  SETTINGS,
  isSecretSetting,
  settingText,
  type PlainSettingKey,
  type SecretSettingKey,
  type SettingKey,
  type SettingsInput,
  type SettingValue,
} from '@jadegate/contract/platform/setting';
import type { Settings } from '@jadegate/contract/platform/setting-endpoints';

import type { Database, Tx } from '../../db/database.ts';
import type { Actor, Caller } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import { SECOND_MS, type Clock } from '../../kernel/clock.ts';
import { differences } from '../../kernel/differences.ts';
import { Secret } from '../../kernel/secret.ts';
import { useTimeZone } from '../../kernel/time-zone.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { VaultService } from '../vault/vault.service.ts';
import { MAIL_PORTS, mailDestination, mailServerWith, type MailServer } from './mail-destination.ts';
import { SettingRepository } from './setting.repository.ts';

export { MAIL_PORTS, mailDestination, mailServerWith };

/** What another process changed counts here after this long. */
const FRESH_MS = 2 * SECOND_MS;
const OWNER = 'setting';

interface Dependencies {
  database: Database;
  vault: VaultService;
  audit: AuditService;
  clock: Clock;
}

/** Refuses what would do harm that only an area above can see. */
type Guard = (actor: Actor, input: SettingsInput) => Promise<void>;

type Values = ReadonlyMap<PlainSettingKey, string | number | boolean | null>;

export class SettingService {
  readonly #settings: SettingRepository;
  readonly #deps: Dependencies;
  readonly #guards: Guard[] = [];
  #cache: { at: number; values: Promise<Values> } | undefined;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#settings = new SettingRepository(dependencies.database);
  }

  /** The value as what it is: true or false, a number, one of its choices, or text. */
  async get<Key extends PlainSettingKey>(key: Key): Promise<SettingValue<Key>> {
    return (await this.#values()).get(key) as SettingValue<Key>;
  }

  getSecret(key: SecretSettingKey): Promise<Secret | undefined> {
    return this.#deps.vault.get(OWNER, key);
  }

  /** Every setting as text, without secrets. */
  async list(): Promise<Settings> {
    const values = await this.#read();
    const texts = Object.fromEntries(
      PLAIN_SETTING_KEYS.map((key) => [key, settingText(values.get(key) ?? null)]),
    ) as Record<PlainSettingKey, string>;
    const stored = await this.#deps.vault.listNames(OWNER);
    return {
      ...texts,
      'mail-password': '',
      'mail-password-stored': stored.includes('mail-password') ? 'true' : 'false',
    };
  }

  addGuard(guard: Guard): void {
    this.#guards.push(guard);
  }

  async update(actor: Actor, input: SettingsInput): Promise<void> {
    for (const guard of this.#guards) {
      await guard(actor, input);
    }
    await this.#change(actor, input);
  }

  /** For an operator with a shell, whom no guard keeps from it. */
  updateForOperator(operator: Caller, input: SettingsInput): Promise<void> {
    return this.#change(operator, input);
  }

  /** Changes what is given and differs, all or none. */
  async #change(actor: Actor | Caller, input: SettingsInput): Promise<void> {
    const { database, audit, clock } = this.#deps;
    await database.transact(async (tx) => {
      const before = await this.#read(tx);
      await this.#refuseSendingPasswordElsewhere(before, input, tx);
      const after = new Map(
        PLAIN_SETTING_KEYS.filter((key) => input[key] !== undefined && input[key] !== before.get(key)).map(
          (key) => [key, settingText(input[key] ?? null)],
        ),
      );
      await this.#settings.put(after, clock.now(), tx);
      const secrets = await this.#storeSecrets(input, tx);
      if (after.size === 0 && secrets.length === 0) {
        return;
      }
      const texts = Object.fromEntries([...before].map(([key, value]) => [key, settingText(value)]));
      const detail = {
        ...differences(texts, Object.fromEntries(after)),
        ...(secrets.length > 0 && { replaced: secrets }),
      };
      await audit.write(actor, { action: 'setting.updated', object, detail }, tx);
    });
    this.#cache = undefined;
    await this.#values();
  }

  /** A stored password belongs to the server it was given for. */
  async #refuseSendingPasswordElsewhere(before: Values, input: SettingsInput, tx: Tx): Promise<void> {
    const saved = {
      host: before.get('mail-host') as string,
      port: before.get('mail-port') as number | null,
      security: before.get('mail-security') as MailServer['security'],
    };
    const server = mailServerWith(saved, input);
    // Without a server nothing is sent.
    const isMoved = server.host !== '' && leadsElsewhere(mailDestination(saved), mailDestination(server));
    const isKept = input['mail-password'] === undefined || input['mail-password'] === '';
    if (isMoved && isKept && (await this.#deps.vault.get(OWNER, 'mail-password', tx))) {
      throw new AppError('setting.mail_password_needed', { fields: ['mail-password'] });
    }
  }

  async #storeSecrets(input: SettingsInput, tx: Tx): Promise<SettingKey[]> {
    const { vault } = this.#deps;
    const replaced: SettingKey[] = [];
    for (const key of SETTING_KEYS.filter(isSecretSetting)) {
      const value = input[key];
      if (value === undefined || value === '') {
        continue;
      }
      await (value === null ? vault.remove(OWNER, [key], tx) : vault.put(OWNER, key, new Secret(value), tx));
      replaced.push(key);
    }
    return replaced;
  }

  #values(): Promise<Values> {
    const now = this.#deps.clock.now();
    if (!this.#cache || now - this.#cache.at >= FRESH_MS || now < this.#cache.at) {
      const cache = { at: now, values: this.#readAndApply() };
      this.#cache = cache;
      // What could not be read is not kept: the next question tries again.
      cache.values.catch(() => {
        this.#cache = undefined;
      });
    }
    return this.#cache.values;
  }

  /** The zone holds for the whole process, so it is set as soon as it is known, wherever it was changed. */
  async #readAndApply(): Promise<Values> {
    const values = await this.#read();
    useTimeZone(values.get('time-zone') as string);
    return values;
  }

  /** A row that no longer fits its setting counts as absent. */
  async #read(tx?: Tx): Promise<Values> {
    const stored = await this.#settings.list(tx);
    return new Map(
      PLAIN_SETTING_KEYS.map((key) => {
        const { schema, fallback } = SETTINGS[key];
        const parsed = stored.has(key) ? schema.safeParse(stored.get(key)) : undefined;
        return [key, parsed?.success ? parsed.data : fallback];
      }),
    );
  }
}

const object = { type: 'setting', id: '', name: '' };
