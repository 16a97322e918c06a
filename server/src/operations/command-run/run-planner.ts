import { createHash } from 'node:crypto';

import {
  isAllowedScript,
  type AllowedCommand,
  type ParameterValues,
} from '@jadegate/contract/access/allowed-command';
import { translate, type Language } from '@jadegate/contract/language';
import type { RunChoice } from '@jadegate/contract/operations/command-run';
import { RUN_REFUSAL_WORDS, type RunRefusal } from '@jadegate/contract/operations/command-run.words';
import type { JudgedLine, PlannedHost, RunPlan } from '@jadegate/contract/operations/run-parts';

import type { AccessService, Decision } from '../../access/authorised/access.service.ts';
import type { LiveFilterService } from '../../access/command-filter/live-filter.service.ts';
import type { StrategyService } from '../../access/strategy/strategy.service.ts';
import type { Actor } from '../../kernel/actor.ts';
import { inParallel } from '../../kernel/in-parallel.ts';
import type { AssetTarget } from '../../protocols/dial/target.ts';

export interface PlannerDependencies {
  access: AccessService;
  strategies: StrategyService;
  filters: LiveFilterService;
  resolve: (assetId: string) => Promise<AssetTarget | undefined>;
}

/** What is to run: the text itself, and what was filled in where it is a command with parameters. */
interface RunText {
  script: string;
  values?: ParameterValues | undefined;
}

/** What many hosts of a plan share. */
interface Shared {
  verdicts: Map<string | null, Promise<JudgedLine[]>>;
  commands: Map<string, Promise<readonly AllowedCommand[]>>;
}

/** What the filter must be told of a host, and what goes into its log. */
export interface JudgedHost extends PlannedHost {
  /** Every line with what was said of it. */
  judged: JudgedLine[];
}

/** An asset that somebody may use, and what they may do there. */
interface Reached extends Pick<Decision, 'limits' | 'flags'> {
  host: Pick<PlannedHost, 'assetId' | 'assetName'>;
}

/** Questions to the database at a time. */
const AT_ONCE = 8;
/** What a refusal shows of a line. */
const SHOWN_CHARACTERS = 200;

/** Says beforehand what may run where: the decision and the filter that a terminal would meet, at this moment. */
export class RunPlanner {
  readonly #deps: PlannerDependencies;

  constructor(dependencies: PlannerDependencies) {
    this.#deps = dependencies;
  }

  async plan(actor: Actor, assetIds: readonly string[], text: RunText): Promise<JudgedHost[]> {
    const shared = { verdicts: new Map(), commands: new Map() };
    return inParallel([...new Set(assetIds)], AT_ONCE, (id) => this.#host(actor, id, text, shared));
  }

  /** What can be chosen for these hosts; those that the person may not use are in neither. */
  async choice({ userId }: Actor, assetIds: readonly string[]): Promise<RunChoice> {
    const { access, strategies } = this.#deps;
    const decided = await inParallel([...new Set(assetIds)], AT_ONCE, async (assetId) => ({
      assetId,
      ...(await access.decide(userId, assetId, 'run')),
    }));
    const free: string[] = [];
    const limited = new Map<string, string[]>();
    for (const { assetId, allowed, limits } of decided) {
      const { commandsOnlyOf } = limits;
      if (allowed && commandsOnlyOf === null) {
        free.push(assetId);
      } else if (allowed && commandsOnlyOf !== null) {
        limited.set(commandsOnlyOf, [...(limited.get(commandsOnlyOf) ?? []), assetId]);
      }
    }
    const commands = new Map<string, RunChoice['commands'][number]>();
    for (const [strategyId, ids] of limited) {
      for (const { name, content } of await strategies.allowedCommands(strategyId)) {
        const key = JSON.stringify([name, content]);
        commands.set(key, { name, content, assetIds: [...(commands.get(key)?.assetIds ?? []), ...ids] });
      }
    }
    return { free, commands: [...commands.values()] };
  }

  /** Where a file may be sent: as in a session that somebody opens there, so not where only listed commands run. */
  planFile(actor: Actor, assetIds: readonly string[]): Promise<JudgedHost[]> {
    return inParallel([...new Set(assetIds)], AT_ONCE, async (assetId) => {
      const reached = await this.#reach(actor, assetId);
      if ('verdict' in reached) {
        return reached;
      }
      const { host, limits, flags } = reached;
      const no = limits.commandsOnlyOf === null ? (flags.upload ? undefined : 'no_upload') : 'no_files';
      return no === undefined
        ? { ...host, verdict: 'run', message: '', lines: [], judged: [] }
        : refused(host, refusal(no, actor.language));
    });
  }

  /** What the person may do there, or why nothing. */
  async #reach({ userId, language }: Actor, assetId: string): Promise<JudgedHost | Reached> {
    const { access, resolve } = this.#deps;
    const { allowed, limits, flags } = await access.decide(userId, assetId, 'run');
    const target = allowed ? await resolve(assetId) : undefined;
    if (!target) {
      return refused({ assetId, assetName: '' }, refusal('not_allowed', language));
    }
    const host = { assetId, assetName: target.name };
    return target.protocol === 'ssh' ? { host, limits, flags } : refused(host, refusal('not_ssh', language));
  }

  async #host(
    actor: Actor,
    assetId: string,
    { script, values = {} }: RunText,
    { verdicts, commands }: Shared,
  ): Promise<JudgedHost> {
    const { filters, strategies } = this.#deps;
    const { language } = actor;
    const reached = await this.#reach(actor, assetId);
    if ('verdict' in reached) {
      return reached;
    }
    const { host, limits } = reached;
    const { commandFilterId, commandsOnlyOf } = limits;
    if (commandsOnlyOf !== null) {
      const listed = commands.get(commandsOnlyOf) ?? strategies.allowedCommands(commandsOnlyOf);
      commands.set(commandsOnlyOf, listed);
      if (!(await listed).some((command) => isAllowedScript(command, script, values))) {
        return refused(host, refusal('not_listed', language));
      }
    }
    const asked = verdicts.get(commandFilterId) ?? filters.judgeScript(commandFilterId, script);
    verdicts.set(commandFilterId, asked);
    const judged = await asked;
    const lines = judged.filter(({ action }) => action !== 'allow');
    const denied = lines.find(({ action }) => action === 'deny');
    if (denied) {
      return { ...refused(host, refusal('denied', language, denied.line)), lines, judged };
    }
    return { ...host, verdict: lines.length > 0 ? 'confirm' : 'run', message: '', lines, judged };
  }
}

/** The same plan without what only the runner needs. */
export function presentPlan(hosts: readonly JudgedHost[]): RunPlan {
  return {
    hosts: hosts.map(({ assetId, assetName, verdict, message, lines }) => ({
      assetId,
      assetName,
      verdict,
      message,
      lines,
    })),
    warnings: warningsOf(hosts),
  };
}

/** Stands for everything that must be confirmed: another warning makes another text. */
export function warningsOf(hosts: readonly JudgedHost[]): string {
  const warned = hosts
    .filter(({ verdict }) => verdict === 'confirm')
    .flatMap((host) => warningKeys(host).map((key) => `${host.assetId} ${key}`));
  return warned.length === 0
    ? ''
    : createHash('sha256').update(JSON.stringify(warned.toSorted())).digest('base64url');
}

function warningKeys({ lines }: PlannedHost): string[] {
  return lines.map(({ line, pattern }) => JSON.stringify([line, pattern]));
}

/** Whether every warning of a host was among those that were confirmed. */
export function isConfirmed(host: PlannedHost, confirmed: ReadonlySet<string>): boolean {
  return warningKeys(host).every((key) => confirmed.has(key));
}

export function confirmedKeys(hosts: readonly PlannedHost[]): ReadonlySet<string> {
  return new Set(hosts.flatMap(warningKeys));
}

export function unconfirmed(host: JudgedHost, language: Language): JudgedHost {
  const [first] = host.lines;
  return { ...host, verdict: 'refused', message: refusal('unconfirmed', language, first?.line) };
}

function refused(host: Pick<PlannedHost, 'assetId' | 'assetName'>, message: string): JudgedHost {
  return { ...host, verdict: 'refused', message, lines: [], judged: [] };
}

export function refusal(kind: RunRefusal, language: Language, line = '', signal = ''): string {
  const shown = line.length > SHOWN_CHARACTERS ? `${line.slice(0, SHOWN_CHARACTERS)}…` : line;
  return translate(RUN_REFUSAL_WORDS[kind], language, { line: shown.toWellFormed(), signal });
}
