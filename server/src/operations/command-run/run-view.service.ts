import { Readable } from 'node:stream';

import { LIMITS } from '@jadegate/contract/limits';
import type { CommandRun, HostRun } from '@jadegate/contract/operations/command-run';

import type { Database } from '../../db/database.ts';
import type { RoleService } from '../../identity/role/role.service.ts';
import type { UserService } from '../../identity/user/user.service.ts';
import { proofKey, type Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import { HOUR_MS, type Clock } from '../../kernel/clock.ts';
import { csvLine } from '../../kernel/csv.ts';
import { familyTime } from '../../kernel/family-time.ts';
import { RecentKeys } from '../../kernel/recent-keys.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import { CommandRunRepository, type HostRecord, type RunRecord } from './command-run.repository.ts';
import type { CommandRunService } from './command-run.service.ts';
import type { KeptRequest } from './command-runs.ts';
import { hostColumns } from './host-runner.ts';
import type { LiveRun } from './live-run.ts';

interface Dependencies {
  database: Database;
  audit: AuditService;
  runs: CommandRunService;
  users: UserService;
  roles: RoleService;
  clock: Clock;
}

/** A page asks many times for one look: within this it is one entry of the audit log. */
const ONE_LOOK_MS = HOUR_MS;
const READ_ALL = 'offline-session-playback';

type HostColumns = Omit<HostRecord, 'run_id' | 'position' | 'output'>;

const EXPORTED = ['assetName', 'state', 'exitCode', 'signal', 'durationMs', 'message', 'sessionId'] as const;

/**
 * One's own runs, while they go on and afterwards. Those of others are not there, but for administrators who may play
 * what was recorded: to them they are read, which is written down.
 */
export class RunViewService {
  readonly #deps: Dependencies;
  readonly #runs: CommandRunRepository;
  readonly #looks: RecentKeys;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#runs = new CommandRunRepository(dependencies.database);
    this.#looks = new RecentKeys({ periodMs: ONE_LOOK_MS, clock: dependencies.clock });
  }

  async get(actor: Actor, id: string, after: number): Promise<CommandRun> {
    const record = await this.#find(actor, id);
    const { user_id: userId, user_name: userName } = record;
    const live = this.#deps.runs.find(id);
    if (live) {
      const { kind, origin, script, request, createdAt } = live.about;
      const hosts = live.hosts.filter(({ version }) => version > after);
      return {
        id,
        kind,
        origin,
        userId,
        userName,
        script,
        ...presentRequest(request),
        state: live.state,
        created: familyTime(createdAt),
        version: live.version,
        hosts: hosts.map((host) => presentHost({ asset_id: host.plan.assetId, ...hostColumns(host) })),
      };
    }
    const { kind, origin, script, request, state, created_at } = record;
    const hosts = await this.#runs.listHosts(id);
    const created = familyTime(created_at);
    return {
      id,
      kind,
      origin,
      userId,
      userName,
      script,
      ...presentRequest(JSON.parse(request) as KeptRequest),
      state,
      created,
      version: after,
      hosts: hosts.map(presentHost),
    };
  }

  async output(
    actor: Actor,
    id: string,
    assetId: string,
    from: number,
  ): Promise<{ text: string; isCut: boolean }> {
    await this.#find(actor, id);
    const live = this.#deps.runs.find(id)?.hosts.find(({ plan }) => plan.assetId === assetId);
    if (live) {
      return { text: live.output.text.slice(from), isCut: live.output.isCut };
    }
    const host = await this.#runs.findHost(id, assetId);
    if (!host) {
      throw new AppError('command_run.not_found');
    }
    return { text: host.output.slice(from), isCut: host.is_cut === 1 };
  }

  async stop(actor: Actor, id: string): Promise<void> {
    const { state } = this.#live(actor, id) ?? (await this.#findOwn(actor, id));
    if (state !== 'running') {
      throw new AppError('command_run.over');
    }
    const object = { type: 'command-run', id, name: '' };
    await this.#deps.audit.writeAlone(actor, { action: 'command-run.stopped', object });
    await this.#deps.runs.stop(id);
  }

  /** Host by host: all that many hosts printed is more than may be held, or written, at once. */
  async export(actor: Actor, id: string, format: 'csv' | 'json'): Promise<Readable> {
    const run = await this.get(actor, id, 0);
    return Readable.from(format === 'csv' ? this.#csv(actor, run) : this.#json(actor, run));
  }

  async *#csv(actor: Actor, run: CommandRun): AsyncGenerator<string> {
    yield `\uFEFF${csvLine([...EXPORTED, 'output'])}`;
    for (const host of run.hosts) {
      const { text } = await this.output(actor, run.id, host.assetId, 0);
      yield csvLine([...EXPORTED.map((column) => host[column] ?? ''), text]);
    }
  }

  async *#json(actor: Actor, { hosts, ...run }: CommandRun): AsyncGenerator<string> {
    yield `${JSON.stringify(run).slice(0, -1)},"hosts":[`;
    for (const [index, host] of hosts.entries()) {
      const { text } = await this.output(actor, run.id, host.assetId, 0);
      yield `${index === 0 ? '' : ','}\n${JSON.stringify({ ...host, output: text })}`;
    }
    yield '\n]}\n';
  }

  #live(actor: Actor, id: string): LiveRun | undefined {
    const live = this.#deps.runs.find(id);
    return live?.about.actor.userId === actor.userId ? live : undefined;
  }

  async #findOwn(actor: Actor, id: string): Promise<RunRecord> {
    const record = await this.#runs.find(id);
    if (record?.user_id !== actor.userId) {
      throw new AppError('command_run.not_found');
    }
    return record;
  }

  /** To be read. */
  async #find(actor: Actor, id: string): Promise<RunRecord> {
    const record = await this.#runs.find(id);
    if (!record || (record.user_id !== actor.userId && !(await this.#mayReadAll(actor)))) {
      throw new AppError('command_run.not_found');
    }
    const look = `${proofKey(actor)} ${id}`;
    if (record.user_id !== actor.userId && !this.#looks.has(look)) {
      const object = { type: 'command-run', id, name: record.user_name };
      await this.#deps.audit.writeAlone(actor, { action: 'command-run.read', object });
      this.#looks.note(look);
    }
    return record;
  }

  async #mayReadAll({ userId }: Actor): Promise<boolean> {
    const person = await this.#deps.users.get(userId);
    return person.type === 'admin' && (await this.#deps.roles.menusOf(person)).includes(READ_ALL);
  }
}

/** Runs of before this was kept have none of it. */
function presentRequest({ values = {}, timeoutSeconds, file }: KeptRequest) {
  return { values, timeoutSeconds: timeoutSeconds ?? LIMITS.runSeconds.default, file: file ?? null };
}

function presentHost(host: HostColumns): HostRun {
  const { started_at, finished_at } = host;
  return {
    assetId: host.asset_id,
    assetName: host.asset_name,
    state: host.state,
    sessionId: host.session_id,
    message: host.message,
    exitCode: host.exit_code,
    signal: host.signal,
    durationMs: started_at === null || finished_at === null ? null : finished_at - started_at,
    outputBytes: host.output_bytes,
    sentBytes: host.sent_bytes,
    isCut: host.is_cut === 1,
    digest: host.digest,
  };
}
