import { USUAL_CHANNELS } from '@jadegate/contract/access/channel-rights';
import { CommandInput } from '@jadegate/contract/access/command';
import { SUPER_ADMIN_ID } from '@jadegate/contract/identity/role';
import { LIMITS } from '@jadegate/contract/limits';
import { readCron } from '@jadegate/contract/operations/cron';
import { ShellMetadata } from '@jadegate/contract/operations/job';
import { Name } from '@jadegate/contract/scalars';

import { isJsonOf } from '../../kernel/stored-text.ts';
import type { OldRow } from './old-tables.ts';
import { ownerOf, unlessNone, type PlannedThing, type SectionPlanner } from './plan.ts';
import { readOld } from './read-old.ts';

const bit = (value: boolean) => (value ? 1 : 0);

export const planStrategies: SectionPlanner = async function* ({ ids, names, origin, now, pace }, tally) {
  const found = await readOld(origin, 'strategies');
  tally.add(found);
  const things: PlannedThing[] = [];
  for (const strategy of found.rows) {
    await pace();
    if (ids.isKnown('strategy', strategy.id)) {
      tally.know();
      continue;
    }
    const name = names.claim('strategy', strategy.name);
    if (name === undefined) {
      tally.leave(strategy.name, 'not_accepted', 'name');
      continue;
    }
    if (name !== strategy.name.trim()) {
      tally.change(strategy.name, 'renamed', name);
    }
    const id = ids.take('strategy', strategy.id);
    const row = {
      id,
      name,
      upload: bit(strategy.upload),
      download: bit(strategy.download),
      edit: bit(strategy.edit),
      remove: bit(strategy.delete),
      rename: bit(strategy.rename),
      copy: bit(strategy.copy),
      paste: bit(strategy.paste),
      create_dir: bit(strategy.create_dir),
      idle_minutes: 0,
      max_minutes: 0,
      recording: 1,
      recording_reason: '',
      command_filter_id: null,
      commands_only: 0,
      allowed_commands: '[]',
      channels: JSON.stringify(USUAL_CHANNELS),
      forward_targets: '[]',
      created_at: strategy.created || now,
    };
    things.push({ kind: 'strategy', oldId: strategy.id, newId: id, rows: [{ table: 'strategy', row }] });
  }
  yield things;
};

/** A grant is brought as narrow as it was, or not at all. */
export const planGrants: SectionPlanner = async function* (context, tally) {
  const { ids, origin, now, granted, pace } = context;
  const found = await readOld(origin, 'authorised');
  tally.add(found);
  const things: PlannedThing[] = [];
  for (const grant of found.rows) {
    await pace();
    if (ids.isKnown('grant', grant.id)) {
      tally.know();
      continue;
    }
    const asset_id = ids.resolve('asset', grant.asset_id);
    const [userId, groupId, strategyId, filterId] = [
      unlessNone(grant.user_id),
      unlessNone(grant.user_group_id),
      unlessNone(grant.strategy_id),
      unlessNone(grant.command_filter_id),
    ];
    const user_id = userId === '' ? null : (ids.resolve('user', userId) ?? undefined);
    const user_group_id = groupId === '' ? null : (ids.resolve('user-group', groupId) ?? undefined);
    const strategy_id = strategyId === '' ? null : (ids.resolve('strategy', strategyId) ?? undefined);
    const name = `${context.nicknames.get(userId) ?? groupId} → ${context.assetNames.get(grant.asset_id) ?? grant.asset_id}`;
    const pair = `${asset_id ?? ''} ${user_id ?? ''} ${user_group_id ?? ''}`;
    if (asset_id === undefined) {
      tally.leave(name, 'asset_missing');
    } else if (user_id === undefined) {
      tally.leave(name, 'person_missing');
    } else if (user_group_id === undefined) {
      tally.leave(name, 'group_missing');
    } else if (strategy_id === undefined) {
      tally.leave(name, 'strategy_missing');
    } else if (filterId !== '') {
      tally.leave(name, 'filter_unknown', filterId);
    } else if ((user_id === null) === (user_group_id === null) || granted.has(pair)) {
      tally.leave(name, 'malformed', 'userId');
    } else {
      granted.add(pair);
      if (strategy_id === null) {
        tally.change(name, 'grant_bare');
      }
      const id = ids.take('grant', grant.id);
      const row = {
        id,
        asset_id,
        user_id,
        user_group_id,
        strategy_id,
        command_filter_id: null,
        starts_at: null,
        ends_at: null,
        time_period: '[]',
        created_at: grant.created || now,
      };
      things.push({ kind: 'grant', oldId: grant.id, newId: id, rows: [{ table: 'authorised', row }] });
    }
  }
  yield things;
};

export const planCommands: SectionPlanner = async function* (context, tally) {
  const { ids, origin, now, pace } = context;
  const found = await readOld(origin, 'commands');
  tally.add(found);
  const things: PlannedThing[] = [];
  for (const command of found.rows) {
    await pace();
    if (ids.isKnown('command', command.id)) {
      tally.know();
      continue;
    }
    const input = CommandInput.safeParse({ name: command.name, content: command.content });
    if (!input.success) {
      tally.leave(command.name, 'not_accepted', input.error.issues[0]?.path.join('.'));
      continue;
    }
    const { name, content } = input.data;
    const owner_id = ownerOf(context, tally, name, command.owner);
    const id = ids.take('command', command.id);
    const row = { id, name, content, owner_id, shared: 0, created_at: command.created || now };
    things.push({ kind: 'command', oldId: command.id, newId: id, rows: [{ table: 'command', row }] });
  }
  yield things;
};

/** They stand still until somebody has looked at them: a script of a file must not run by itself. */
export const planJobs: SectionPlanner = async function* ({ ids, origin, now, pace }, tally) {
  const found = await readOld(origin, 'jobs');
  tally.add(found);
  const things: PlannedThing[] = [];
  for (const job of found.rows) {
    await pace();
    if (ids.isKnown('job', job.id)) {
      tally.know();
      continue;
    }
    const name = Name.safeParse(job.name);
    const kind = kindOf(job);
    if (kind === undefined) {
      tally.leave(job.name, 'job_unsupported');
      continue;
    }
    const fault = !name.success
      ? 'name'
      : readCron(job.cron).fault !== undefined
        ? 'cron'
        : kind.func === 'shell-job' && !isJsonOf(ShellMetadata, job.metadata)
          ? 'metadata'
          : undefined;
    if (fault !== undefined || !name.success) {
      tally.leave(job.name, 'not_accepted', fault);
      continue;
    }
    const id = ids.take('job', job.id);
    const row = {
      id,
      name: name.data,
      func: kind.func,
      cron: job.cron,
      mode: kind.mode,
      tags: '',
      metadata: kind.func === 'shell-job' ? shellOf(job.metadata) : '{}',
      status: 'not-running',
      owner_id: SUPER_ADMIN_ID,
      overlap: 'skip',
      timeout_seconds: LIMITS.jobSeconds.default,
      retries: 0,
      failure_mail: 'nobody',
      created_at: job.created || now,
      last_run_at: job.updated || null,
      next_at: null,
    };
    const wanted = kind.mode === 'custom' ? [...new Set(job.resource_ids.split(',').filter(Boolean))] : [];
    const assets = wanted.flatMap((oldId) => ids.resolve('asset', oldId) ?? []);
    if (assets.length < wanted.length) {
      tally.change(job.name, 'asset_missing');
    }
    tally.change(job.name, 'job_stopped');
    things.push({
      kind: 'job',
      oldId: job.id,
      newId: id,
      rows: [
        { table: 'job', row },
        ...assets.map((asset_id) => ({ table: 'job_asset' as const, row: { job_id: id, asset_id } })),
      ],
    });
  }
  yield things;
};

function kindOf({ func, mode }: OldRow<'jobs'>) {
  const isFunc = func === 'shell-job' || func === 'check-asset-status-job';
  return isFunc && (mode === 'all' || mode === 'custom') ? { func, mode } : undefined;
}

function shellOf(metadata: string): string {
  return JSON.stringify({ shell: ShellMetadata.parse(JSON.parse(metadata)).shell });
}
