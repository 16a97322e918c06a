import type { Language } from '@jadegate/contract/language';
import { LIMITS } from '@jadegate/contract/limits';
import type { Page } from '@jadegate/contract/paging';
import type {
  EventDestination,
  EventDestinationInput,
  EventDestinationQuery,
  EventDestinationRow,
  EventFilter,
  EventOutboxState,
  UndeliverableEvent,
  UndeliverableQuery,
} from '@jadegate/contract/platform/event-destination';
import type { DestinationSecret } from '@jadegate/contract/platform/events/destination-config';

import { refusingTaken, type Database, type Tx } from '../../db/database.ts';
import type { Actor, Caller } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { differences } from '../../kernel/differences.ts';
import { newId } from '../../kernel/id.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { EventLogService } from '../event/event-log.service.ts';
import type { SettingService } from '../setting/setting.service.ts';
import type { VaultService } from '../vault/vault.service.ts';
import {
  planSecrets,
  refuseOwnWaiting,
  refuseTakenFile,
  refuseUnknownEvents,
  type SecretPlan,
} from './destination-input.ts';
import { readDestination, secretOwner, storedConfig, type Destination } from './destination.ts';
import type { EventDeliveryService } from './event-delivery.service.ts';
import { presentDestination, presentUndeliverable } from './event-destination.present.ts';
import type { DestinationRecord, EventDestinationRepository } from './event-destination.repository.ts';
import type { EventGate } from './event-gate.service.ts';
import type { EventParkedRepository } from './event-parked.repository.ts';

interface Dependencies {
  database: Database;
  vault: VaultService;
  audit: AuditService;
  settings: Pick<SettingService, 'get'>;
  events: EventLogService;
  destinations: EventDestinationRepository;
  parked: EventParkedRepository;
  deliveries: EventDeliveryService;
  gate: EventGate;
  clock: Clock;
  /** Where files of events lie on this server. */
  fileFolder: string;
}

const MEGABYTE = 1024 * 1024;

/** Where events go, and how that goes. Secrets go in and never come out. */
export class EventDestinationService {
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  async list(query: EventDestinationQuery, language: Language): Promise<Page<EventDestinationRow>> {
    const { total, items } = await this.#deps.destinations.page(query);
    const about = await this.#about(language);
    return { total, items: items.map((record) => presentDestination(record, about)) };
  }

  async get(id: string, language: Language): Promise<EventDestination> {
    const { vault } = this.#deps;
    const record = await this.#find(id);
    const { config, filter, quiet } = await this.#read(record);
    const stored = await vault.listNames(secretOwner(id));
    return {
      ...presentDestination(record, await this.#about(language)),
      config,
      filter,
      quiet,
      storedSecrets: stored as DestinationSecret[],
    };
  }

  async outbox(): Promise<EventOutboxState> {
    const { events, settings, fileFolder } = this.#deps;
    const head = await events.head();
    return {
      sequence: head.seq,
      kept: head.seq - head.gone_seq,
      bytes: head.bytes - head.gone_bytes,
      maxBytes: (await settings.get('event-outbox-max-mb')) * MEGABYTE,
      pullDays: await settings.get('event-pull-days'),
      fileFolder,
    };
  }

  async create(actor: Actor, input: EventDestinationInput): Promise<{ id: string }> {
    const { destinations, events, audit, clock } = this.#deps;
    const plan = planSecrets(input);
    refuseUnknownEvents(input.filter.names);
    refuseOwnWaiting(input);
    const now = clock.now();
    const id = newId(now);
    await this.#writing(input, async (tx) => {
      if ((await destinations.count(tx)) >= LIMITS.eventDestinations.max) {
        throw new AppError('event_destination.too_many', { params: LIMITS.eventDestinations });
      }
      await this.#refuseTakenFile(id, input, tx);
      await destinations.insert({ ...columnsOf(input), id, created_at: now, updated_at: now }, tx);
      await destinations.insertDelivery(id, (await events.head(tx)).seq, tx);
      await destinations.replaceTargets(id, input.filter, tx);
      await this.#storeSecrets(id, plan, tx);
      const { config, filter, enabled, quiet, failClosedHours } = input;
      const detail = { config, filter, enabled, quiet, failClosedHours, stored: Object.keys(plan.put) };
      await audit.write(
        actor,
        { action: 'event-destination.created', object: about(id, input.name), detail },
        tx,
      );
    });
    return { id };
  }

  async update(actor: Actor, id: string, input: EventDestinationInput): Promise<void> {
    const { destinations, deliveries, events, vault, audit, clock } = this.#deps;
    const record = await this.#find(id);
    const before = await this.#read(record);
    if (before.config.kind !== input.config.kind) {
      throw new AppError('event_destination.kind_fixed', {});
    }
    const stored = await vault.listNames(secretOwner(id));
    const plan = planSecrets(input, { config: before.config, stored });
    refuseUnknownEvents(input.filter.names);
    refuseOwnWaiting(input);
    await this.#writing(input, async (tx) => {
      const updated_at = Math.max(clock.now(), record.updated_at + 1);
      await this.#refuseTakenFile(id, input, tx);
      await destinations.update(id, { ...columnsOf(input), updated_at }, tx);
      await destinations.replaceTargets(id, input.filter, tx);
      await this.#storeSecrets(id, plan, tx);
      await deliveries.beginAnew(id, tx);
      if (record.enabled === 0 && input.enabled) {
        // What happened while it was off was not meant for it.
        await destinations.changeDelivery(id, { seq: (await events.head(tx)).seq }, tx);
      }
      const shown = (of: Pick<EventDestinationInput, 'config' | 'filter' | 'quiet'>) => ({
        config: JSON.stringify(of.config),
        filter: JSON.stringify(of.filter),
        quiet: JSON.stringify(of.quiet),
      });
      const { name, enabled, failClosedHours } = input;
      const replaced = Object.keys(plan.put);
      const detail = {
        ...differences(
          {
            name: record.name,
            enabled: record.enabled === 1,
            failClosedHours: record.fail_closed_hours,
            ...shown(before),
          },
          { name, enabled, failClosedHours, ...shown(input) },
        ),
        ...(replaced.length > 0 && { replaced }),
      };
      await audit.write(actor, { action: 'event-destination.updated', object: about(id, name), detail }, tx);
    });
  }

  async delete(actor: Actor, ids: readonly string[]): Promise<void> {
    const { database, destinations, deliveries, vault, audit, gate } = this.#deps;
    await database.transact(async (tx) => {
      for (const { id, name } of await destinations.listByIds(ids, tx)) {
        await deliveries.beginAnew(id, tx);
        // While it is still there: it is told that it goes.
        await audit.write(actor, { action: 'event-destination.deleted', object: about(id, name) }, tx);
      }
      await vault.removeOwners(ids.map(secretOwner), tx);
      await destinations.remove(ids, tx);
    });
    gate.forget();
  }

  async retry(id: string): Promise<void> {
    const { database, deliveries, parked, clock } = this.#deps;
    await this.#find(id);
    await database.transact(async (tx) => {
      await parked.hurry(id, clock.now(), tx);
      await deliveries.beginAnew(id, tx);
    });
  }

  async listUndeliverable(
    id: string,
    query: UndeliverableQuery,
    language: Language,
  ): Promise<Page<UndeliverableEvent>> {
    await this.#find(id);
    const { total, items } = await this.#deps.parked.page(id, query);
    return { total, items: items.map((row) => presentUndeliverable(row, language)) };
  }

  async resend(actor: Actor, id: string, ids: readonly string[] | undefined): Promise<{ count: number }> {
    const { database, deliveries, parked, audit, clock } = this.#deps;
    const { name } = await this.#find(id);
    return database.transact(async (tx) => {
      const count = await parked.resend(id, ids, clock.now(), tx);
      await deliveries.beginAnew(id, tx);
      const detail = { count };
      await audit.write(actor, { action: 'event-destination.resent', object: about(id, name), detail }, tx);
      return { count };
    });
  }

  /** For an operator with a shell: nothing keeps new sessions from being opened for its sake any more. */
  async openForOperator(operator: Caller, id: string): Promise<void> {
    const { database, destinations, audit } = this.#deps;
    const { name, fail_closed_hours: before } = await this.#find(id);
    await database.transact(async (tx) => {
      await destinations.update(id, { fail_closed_hours: 0 }, tx);
      const detail = { failClosedHours: { before, after: 0 } };
      await audit.write(
        operator,
        { action: 'event-destination.updated', object: about(id, name), detail },
        tx,
      );
    });
  }

  /** Those that may keep new sessions from being opened. */
  listFailingClosed(): Promise<DestinationRecord[]> {
    return this.#deps.destinations.listFailingClosed();
  }

  async open(id: string): Promise<Destination> {
    return this.#read(await this.#find(id));
  }

  async #read(record: DestinationRecord): Promise<Destination> {
    const { destinations } = this.#deps;
    const targets = await destinations.listTargets(record.id);
    const destination = readDestination(record, targets);
    return { ...destination, filter: { ...destination.filter, ...targets } };
  }

  async #refuseTakenFile(id: string, { config }: EventDestinationInput, tx: Tx): Promise<void> {
    const others = await this.#deps.destinations.listOthers(config.kind, id, tx);
    refuseTakenFile(
      config,
      others.map(({ name, config: stored }) => ({ name, config: storedConfig({ config: stored }) })),
    );
  }

  async #storeSecrets(id: string, { put, remove }: SecretPlan, tx: Tx): Promise<void> {
    const { vault } = this.#deps;
    await vault.remove(secretOwner(id), remove, tx);
    for (const [name, secret] of Object.entries(put)) {
      await vault.put(secretOwner(id), name, secret, tx);
    }
  }

  async #about(language: Language) {
    const { events, clock } = this.#deps;
    return { head: (await events.head()).seq, now: clock.now(), language };
  }

  async #find(id: string): Promise<DestinationRecord> {
    const record = await this.#deps.destinations.find(id);
    if (!record) {
      throw new AppError('event_destination.not_found');
    }
    return record;
  }

  async #writing({ name }: EventDestinationInput, work: (tx: Tx) => Promise<void>): Promise<void> {
    const { database, gate } = this.#deps;
    const refusal = (cause: unknown) =>
      new AppError('event_destination.name_taken', { params: { name }, fields: ['name'], cause });
    try {
      await refusingTaken(database, refusal, () => database.transact(work));
    } catch (error) {
      throw database.engine.isForeignKeyViolation(error)
        ? new AppError('event_destination.target_gone', { fields: ['users'], cause: error })
        : error;
    }
    gate.forget();
  }
}

function columnsOf({ name, enabled, config, filter, quiet, failClosedHours }: EventDestinationInput) {
  // Whose events it gets stands in a table of its own, where it goes with them.
  const kept: EventFilter = { ...filter, users: [], userGroups: [], assets: [] };
  return {
    name,
    kind: config.kind,
    enabled: enabled ? 1 : 0,
    config: JSON.stringify(config),
    filter: JSON.stringify(kept),
    for_people: filter.users.length + filter.userGroups.length > 0 ? 1 : 0,
    for_assets: filter.assets.length + filter.tags.length > 0 ? 1 : 0,
    quiet: JSON.stringify(quiet),
    fail_closed_hours: failClosedHours,
  } as const;
}

function about(id: string, name: string) {
  return { type: 'event-destination', id, name };
}
