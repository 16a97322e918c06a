import type { AllowedCommand } from '@jadegate/contract/access/allowed-command';
import { CHANNEL_SWITCHES, eachChannel, type ChannelSwitch } from '@jadegate/contract/access/channel-rights';
import {
  STRATEGY_FLAGS,
  type Strategy,
  type StrategyChange,
  type StrategyFlag,
  type StrategyGrant,
  type StrategyGrantQuery,
  type StrategyInput,
  type StrategyQuery,
} from '@jadegate/contract/access/strategy';
import type { Page } from '@jadegate/contract/paging';

import { refusingTaken, type Database, type Tx } from '../../db/database.ts';
import type { GuardedAct, ReachService } from '../../identity/reach/reach.service.ts';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { differences } from '../../kernel/differences.ts';
import { familyTime } from '../../kernel/family-time.ts';
import { newId } from '../../kernel/id.ts';
import { mapInSlices } from '../../kernel/in-chunks.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import type { CommandFilterService } from '../command-filter/command-filter.service.ts';
import { StrategyRepository, type StrategyRecord } from './strategy.repository.ts';

/** How many grants a refusal names before it only counts. */
const NAMED_GRANTS = 3;
/** Each may list a hundred kilobytes of commands. */
const PER_TURN = 20;

/** What a strategy says, on the wire and in audit entries. */
type Values = Pick<
  Strategy,
  | 'name'
  | StrategyFlag
  | 'idleMinutes'
  | 'maxMinutes'
  | 'recording'
  | 'recordingReason'
  | 'commandFilterId'
  | 'commandsOnly'
  | 'allowedCommands'
  | ChannelSwitch
  | 'forwardTargets'
>;

interface Dependencies {
  database: Database;
  commandFilters: CommandFilterService;
  reach: ReachService;
  audit: AuditService;
  clock: Clock;
}

export class StrategyService {
  readonly #strategies: StrategyRepository;
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#strategies = new StrategyRepository(dependencies.database);
  }

  async listAll(): Promise<Strategy[]> {
    return mapInSlices(await this.#strategies.listAll(), PER_TURN, present);
  }

  async list(query: StrategyQuery): Promise<Page<Strategy>> {
    const { total, items } = await this.#strategies.page(query);
    return { total, items: await mapInSlices(items, PER_TURN, present) };
  }

  async get(id: string, tx?: Tx): Promise<Strategy> {
    const record = await this.#strategies.find(id, tx);
    if (!record) {
      throw new AppError('strategy.not_found');
    }
    return present(record);
  }

  /** The commands that are all its people can run; none when it is gone meanwhile. */
  async allowedCommands(id: string): Promise<readonly AllowedCommand[]> {
    const record = await this.#strategies.find(id);
    return record?.commands_only === 1 ? commandsOf(record) : [];
  }

  async listGrants(id: string, query: StrategyGrantQuery): Promise<Page<StrategyGrant>> {
    await this.get(id);
    const { total, items } = await this.#strategies.pageGrants(id, query);
    return {
      total,
      items: items.map((row) => ({
        id: row.id,
        assetId: row.asset_id,
        assetName: row.asset_name,
        userId: row.user_id ?? '',
        userName: row.user_name ?? '',
        userAccount: row.user_account ?? '',
        userGroupId: row.user_group_id ?? '',
        userGroupName: row.user_group_name ?? '',
        created: familyTime(row.created_at),
      })),
    };
  }

  async create(actor: Actor, input: StrategyInput): Promise<Strategy> {
    const { audit, clock } = this.#deps;
    const now = clock.now();
    const id = newId(now);
    const values = valuesOf(input);
    const act = { action: 'strategy.created', object: about(id, values.name) } as const;
    await this.#saving(actor, act, values, async (tx) => {
      await this.#strategies.insert({ id, ...columnsOf(values), created_at: now }, tx);
      const object = about(id, values.name);
      await audit.write(actor, { action: 'strategy.created', object, detail: auditDetail(values) }, tx);
      await this.#writeRecordingOff(actor, id, true, values, tx);
    });
    return this.get(id);
  }

  async update(actor: Actor, id: string, change: StrategyChange): Promise<void> {
    const { audit } = this.#deps;
    const before = valuesOf(await this.get(id));
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
    const values = valuesOf({ ...before, ...given });
    const act = { action: 'strategy.updated', object: about(id, values.name) } as const;
    await this.#saving(actor, act, values, async (tx) => {
      await this.#strategies.update(id, columnsOf(values), tx);
      const object = about(id, values.name);
      const detail = {
        ...differences(auditDetail(before), auditDetail(values)),
        ...(isSameText(before, values) ? {} : { replaced: ['allowedCommands'] }),
      };
      await audit.write(actor, { action: 'strategy.updated', object, detail }, tx);
      await this.#writeRecordingOff(actor, id, before.recording, values, tx);
    });
  }

  async delete(actor: Actor, ids: readonly string[]): Promise<void> {
    const { audit, database } = this.#deps;
    await database.transact(async (tx) => {
      for (const record of await this.#strategies.listByIds(ids, tx)) {
        await this.#refuseInUse(record, tx);
        const object = about(record.id, record.name);
        await audit.write(actor, { action: 'strategy.deleted', object }, tx);
      }
      await this.#strategies.remove(ids, tx);
    });
  }

  /**
   * Checks what only the database knows, and saves in the same transaction. Nobody loosens a strategy that binds
   * themselves.
   */
  #saving(actor: Actor, act: GuardedAct, values: Values, save: (tx: Tx) => Promise<void>): Promise<void> {
    const { database, reach, commandFilters } = this.#deps;
    if (!values.recording && values.recordingReason === '') {
      throw new AppError('strategy.reason_required', { fields: ['recordingReason'] });
    }
    if (values.commandsOnly && values.allowedCommands.length === 0) {
      throw new AppError('strategy.commands_required', { fields: ['allowedCommands'] });
    }
    const { name } = values;
    const taken = (cause: unknown) =>
      new AppError('strategy.name_taken', { params: { name }, fields: ['name'], cause });
    return refusingTaken(database, taken, () =>
      reach.transact(actor, act, async (tx) => {
        if (values.commandFilterId !== '') {
          await commandFilters.get(values.commandFilterId, tx);
        }
        await save(tx);
      }),
    );
  }

  /** An entry of its own, so that nobody has to look for it among other changes. */
  async #writeRecordingOff(
    actor: Actor,
    id: string,
    wasOn: boolean,
    { name, recording, recordingReason }: Values,
    tx: Tx,
  ): Promise<void> {
    if (wasOn && !recording) {
      const detail = { reason: recordingReason };
      await this.#deps.audit.write(
        actor,
        { action: 'strategy.recording-disabled', object: about(id, name), detail },
        tx,
      );
    }
  }

  async #refuseInUse(record: StrategyRecord, tx: Tx): Promise<void> {
    if (record.grant_count > 0) {
      const sample = await this.#strategies.sampleGrants(record.id, NAMED_GRANTS, tx);
      const grants = sample
        .map((row) => `${row.asset_name} → ${row.user_name ?? row.user_group_name ?? ''}`)
        .join(', ');
      throw new AppError('strategy.in_use', {
        params: { name: record.name, count: record.grant_count, grants },
      });
    }
  }
}

/** Just the fields of a strategy, whatever else came with them. A reason is kept only while it explains something. */
function valuesOf(values: Values): Values {
  return {
    name: values.name,
    ...flags((flag) => values[flag]),
    idleMinutes: values.idleMinutes,
    maxMinutes: values.maxMinutes,
    recording: values.recording,
    recordingReason: values.recording ? '' : values.recordingReason,
    commandFilterId: values.commandFilterId,
    commandsOnly: values.commandsOnly,
    allowedCommands: values.allowedCommands,
    ...eachChannel((name) => values[name]),
    forwardTargets: [...new Set(values.forwardTargets)],
  };
}

/** Commands by name: as with saved ones, their text stays out of the audit log. */
function auditDetail(values: Values): Record<string, unknown> {
  return { ...values, allowedCommands: values.allowedCommands.map(({ name }) => name) };
}

function isSameText(a: Values, b: Values): boolean {
  const text = ({ allowedCommands }: Values) => JSON.stringify(allowedCommands.map(({ content }) => content));
  return text(a) === text(b);
}

function commandsOf({ allowed_commands }: StrategyRecord): AllowedCommand[] {
  return JSON.parse(allowed_commands) as AllowedCommand[];
}

function flags<Value>(read: (flag: StrategyFlag) => Value): Record<StrategyFlag, Value> {
  return Object.fromEntries(STRATEGY_FLAGS.map((flag) => [flag, read(flag)])) as Record<StrategyFlag, Value>;
}

function columnsOf(values: Values) {
  const { delete: remove, createDir: create_dir, ...others } = flags<0 | 1>((flag) => (values[flag] ? 1 : 0));
  return {
    name: values.name,
    ...others,
    remove,
    create_dir,
    idle_minutes: values.idleMinutes,
    max_minutes: values.maxMinutes,
    recording: values.recording ? (1 as const) : (0 as const),
    recording_reason: values.recordingReason,
    command_filter_id: values.commandFilterId === '' ? null : values.commandFilterId,
    commands_only: values.commandsOnly ? (1 as const) : (0 as const),
    allowed_commands: JSON.stringify(values.allowedCommands),
    channels: JSON.stringify(CHANNEL_SWITCHES.filter((name) => values[name])),
    forward_targets: JSON.stringify(values.forwardTargets),
  };
}

function present(record: StrategyRecord): Strategy {
  const channels = JSON.parse(record.channels) as ChannelSwitch[];
  return {
    id: record.id,
    name: record.name,
    ...flags((flag) => {
      const column = flag === 'delete' ? 'remove' : flag === 'createDir' ? 'create_dir' : flag;
      return record[column] === 1;
    }),
    idleMinutes: record.idle_minutes,
    maxMinutes: record.max_minutes,
    recording: record.recording === 1,
    recordingReason: record.recording_reason,
    commandFilterId: record.command_filter_id ?? '',
    commandFilterName: record.command_filter_name ?? '',
    commandsOnly: record.commands_only === 1,
    allowedCommands: commandsOf(record),
    ...eachChannel((name) => channels.includes(name)),
    forwardTargets: JSON.parse(record.forward_targets) as string[],
    grantCount: record.grant_count,
    created: familyTime(record.created_at),
  };
}

function about(id: string, name: string) {
  return { type: 'strategy', id, name };
}
