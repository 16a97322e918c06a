import type { SourceConfigs, SourceKind } from '@jadegate/contract/identity/identity-source';

import { refusingTaken, type Database } from '../../db/database.ts';
import { SYSTEM_CALLER, type Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import { MINUTE_MS, SECOND_MS, type Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import { PeriodicTask } from '../../kernel/periodic-task.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import type { AlertWatch, Condition } from '../../platform/notice/alert-watch.interface.ts';
import type { WorkEngine } from '../../work/work-engine.ts';
import type { IdentitySourceService } from './identity-source.service.ts';
import type { SourceLookupService } from './source-lookup.service.ts';
import { readParams, readReport, type VisitReport } from './source-state.present.ts';
import { SourceStateRepository, type StateRow } from './source-state.repository.ts';
import { SourceVisitKind, type VisitInput } from './source-visit.kind.ts';
import { sourceError, type Source, type SourceOf } from './source.interface.ts';

export type { VisitReport } from './source-state.present.ts';

/** How a kind of source is looked after. */
export interface SourceVisitor<Kind extends SourceKind> {
  everyMs(config: SourceConfigs[Kind]): number;
  /** Throws where the source does not answer, or not as it should. */
  visit(source: SourceOf<Kind>, how: VisitInput & { signal: AbortSignal }): Promise<VisitReport>;
}
type SourceVisitors = { [Kind in SourceKind]: SourceVisitor<Kind> };

interface Dependencies {
  database: Database;
  lookup: SourceLookupService;
  sources: IdentitySourceService;
  visitors: SourceVisitors;
  work: WorkEngine;
  audit: AuditService;
  clock: Clock;
  logger: Logger;
}

const ROUND_MS = 15 * SECOND_MS;
/** A source that is away is asked again after this: its people wait. */
const RETRY_MS = MINUTE_MS;

/** Looks after sources: whether they answer, and for directories who of their people is still there. */
export class SourceVisitService {
  readonly #states: SourceStateRepository;
  readonly #deps: Dependencies;
  readonly #rounds: PeriodicTask;
  readonly kind: SourceVisitKind;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#states = new SourceStateRepository(dependencies.database.db);
    this.kind = new SourceVisitKind((id, input, signal) => this.visit(id, input, signal));
    this.#rounds = new PeriodicTask({
      everyMs: ROUND_MS,
      work: () => this.round(),
      onFailure: (error) =>
        dependencies.logger.warn({ err: error }, 'identity sources could not be looked after'),
    });
  }

  start(): void {
    this.#rounds.start();
  }

  async close(): Promise<void> {
    this.#rounds.stop();
    await this.#rounds.settled();
  }

  /** Puts in line what is due. Where that has happened already, at whichever server, it stays as it is. */
  async round(): Promise<void> {
    for (const { id, name } of await this.#states.listDue(this.#deps.clock.now())) {
      await this.#add(id, { subjectName: name, input: { allowedLosses: 0 } }).catch((error: unknown) => {
        if (!(error instanceof AppError && error.code === 'identity_source.busy')) {
          throw error;
        }
      });
    }
  }

  /** Somebody asks for it. To let through what was held one must hold every right, as for changing the source. */
  async visitSoon(actor: Actor, id: string, { allowedLosses }: VisitInput): Promise<void> {
    const { lookup, sources, audit } = this.#deps;
    const source = await lookup.findEnabled(id);
    if (!source) {
      throw new AppError('identity_source.not_found');
    }
    if (allowedLosses > 0) {
      await sources.refuseOthers(actor);
    }
    const person = { id: actor.userId, name: actor.username };
    await this.#add(id, { subjectName: source.name, person, input: { allowedLosses } });
    const detail = allowedLosses > 0 ? { allowedLosses } : undefined;
    await audit.writeAlone(actor, {
      action: 'identity-source.visited',
      object: about(source),
      ...(detail && { detail }),
    });
  }

  /** It did not answer at the door: whether that is so is found out at once, and told. */
  async noteSilent(id: string): Promise<void> {
    await this.#states.setDue(id, this.#deps.clock.now());
  }

  async visit(id: string, input: VisitInput, signal: AbortSignal): Promise<void> {
    const { lookup, clock } = this.#deps;
    const source = await lookup.findEnabled(id);
    if (!source) {
      return;
    }
    await this.#states.write(id, { started_at: clock.now() });
    const before = await this.#states.find(id);
    const visitor = this.#visitorOf(source);
    try {
      const report = await visitor.visit(source, { ...input, signal });
      await this.#noteReport(source, report, before, visitor.everyMs(source.config));
    } catch (error) {
      if (signal.aborted) {
        // Somebody broke it off, or it is another server's by now: that says nothing of the source.
        await this.#states.write(id, { started_at: null });
        throw error;
      }
      await this.#noteFailure(source, sourceError(source, error), before);
    }
  }

  /** For administrators: sources that do not answer, and synchronisations that wait for somebody to say so. */
  watch(): AlertWatch {
    return {
      kind: 'identity-source',
      seenBy: 'all',
      everyMs: 30 * SECOND_MS,
      holdMs: { raise: 0, clear: 0 },
      check: async () => (await this.#states.listEnabled()).flatMap(conditionOf),
    };
  }

  /** Sources that are on and are not in order, by name: for whoever looks what may keep people out. */
  async listTroubled(): Promise<{ key: string; name: string; problem: string }[]> {
    return (await this.#states.listEnabled()).flatMap(({ key, name, problem }) =>
      problem === null || problem === '' ? [] : [{ key, name, problem }],
    );
  }

  /** For figures: by key. */
  async figures(): Promise<{ key: string; isUp: boolean; answeredAt: number; people: number }[]> {
    return (await this.#states.listEnabled()).map(({ key, problem, answered_at, people }) => ({
      key,
      isUp: (answered_at ?? 0) > 0 && ['', 'source.held'].includes(problem ?? ''),
      answeredAt: answered_at ?? 0,
      people,
    }));
  }

  #visitorOf({ kind }: Source): SourceVisitor<SourceKind> {
    // Its source is of the same kind: both come from one row.
    return this.#deps.visitors[kind];
  }

  async #add(
    subject: string,
    order: { subjectName: string; person?: { id: string; name: string }; input: VisitInput },
  ): Promise<void> {
    const { database, work } = this.#deps;
    const busy = (cause: unknown) => new AppError('identity_source.busy', { cause });
    await refusingTaken(database, busy, () =>
      database.transact((tx) => work.add(this.kind, { subject, ...order }, tx)),
    );
  }

  async #noteReport(source: Source, report: VisitReport, before: StateRow, everyMs: number): Promise<void> {
    const { database, audit, clock } = this.#deps;
    const { hold, counts } = report;
    const now = clock.now();
    const isNews = hold && JSON.stringify(readReport(before).hold) !== JSON.stringify(hold);
    const isDone = counts && counts.created + counts.changed + counts.disabled + counts.enabled > 0;
    await database.transact(async (tx) => {
      await this.#states.write(
        source.id,
        {
          due_at: now + everyMs,
          started_at: null,
          visited_at: now,
          answered_at: now,
          problem: hold ? 'source.held' : '',
          problem_params: JSON.stringify(hold ? { count: hold.count, of: hold.of } : {}),
          problem_since: hold ? (before.problem === 'source.held' ? before.problem_since : now) : null,
          report: JSON.stringify(report),
        },
        tx,
      );
      const object = about(source);
      if (isNews) {
        await audit.write(SYSTEM_CALLER, { action: 'identity-source.held', object, detail: { ...hold } }, tx);
      } else if (isDone) {
        const detail = { ...counts };
        await audit.write(SYSTEM_CALLER, { action: 'identity-source.synchronised', object, detail }, tx);
      }
    });
  }

  /** A mistake of ours stands there as one, and is not hidden. */
  async #noteFailure(source: Source, error: unknown, before: StateRow): Promise<void> {
    const { database, audit, clock, logger } = this.#deps;
    const now = clock.now();
    const known =
      error instanceof AppError
        ? error
        : new AppError('source.fault', { params: { name: source.name }, cause: error });
    const isNews = before.problem !== known.code;
    const params = JSON.stringify(known.params);
    // One that is away is asked again every minute: what is the matter with it is said once.
    if (isNews || before.problem_params !== params || known.code === 'source.fault') {
      logger.warn({ err: error, source: source.key }, 'an identity source could not be looked after');
    }
    await database.transact(async (tx) => {
      await this.#states.write(
        source.id,
        {
          due_at: now + RETRY_MS,
          started_at: null,
          visited_at: now,
          problem: known.code,
          problem_params: params,
          problem_since: isNews ? now : before.problem_since,
        },
        tx,
      );
      if (isNews) {
        const { reason = '' } = known.params;
        const detail = { code: known.code, reason };
        const entry = { action: 'identity-source.failed', result: 'failure', detail } as const;
        await audit.write(SYSTEM_CALLER, { ...entry, object: about(source) }, tx);
      }
    });
  }
}

type Looked = { id: string; name: string } & { [Key in 'problem' | 'problem_params']: string | null };

function conditionOf({ id: subject, name, problem, problem_params }: Looked): Condition[] {
  if (problem === null || problem === '') {
    return [];
  }
  const { count = 0, of = 0, reason = problem } = readParams({ problem_params: problem_params ?? '{}' });
  return problem === 'source.held'
    ? [{ subject, wording: 'source-held', level: 'danger', params: { name, count, of } }]
    : [{ subject, wording: 'source-away', level: 'warning', params: { name, reason } }];
}

function about({ id, name }: Source) {
  return { type: 'identity-source', id, name };
}
