import type { ErrorCode } from '@jadegate/contract/error';
import { translate, type Language } from '@jadegate/contract/language';
import type { MenuId } from '@jadegate/contract/menu';
import type { WorkRow } from '@jadegate/contract/operations/work';
import { ERROR_WORDS } from '@jadegate/contract/words/errors';

import type { Database } from '../../db/database.ts';
import type { PersonMenuService } from '../../identity/user/person-menu.service.ts';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import type { ServerProcessService } from '../../platform/server-process/server-process.service.ts';
import type { WorkEngine } from '../../work/work-engine.ts';

interface Dependencies {
  database: Database;
  audit: AuditService;
  processes: Pick<ServerProcessService, 'list'>;
  personMenus: Pick<PersonMenuService, 'holds'>;
  work: WorkEngine;
}

type Moments = Pick<
  Awaited<ReturnType<WorkEngine['list']>>[number],
  'state' | 'due_at' | 'started_at' | 'ended_at'
>;

/** Whose business it is what work of a kind is about; whoever only looks after servers sees that it goes on. */
const NAMED_FOR: Record<string, MenuId> = {
  'job-run': 'job',
  'vm-task': 'vm',
  'node-power': 'node',
};
const NAMED_FOR_OTHERS: MenuId = 'setting';

/** More than this nobody reads. */
const SHOWN = 300;

/** What goes on by itself at all servers, as administrators see it. */
export class WorkListService {
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  async list({ userId, language }: Actor): Promise<{ items: WorkRow[]; isCut: boolean }> {
    const { work, processes, personMenus } = this.#deps;
    const named = new Set<string>();
    for (const menu of new Set([...Object.values(NAMED_FOR), NAMED_FOR_OTHERS])) {
      if (await personMenus.holds(userId, menu)) {
        named.add(menu);
      }
    }
    const rows = await work.list(SHOWN + 1);
    const servers = new Map((await processes.list()).map(({ id, host }) => [id, host]));
    return {
      items: rows.slice(0, SHOWN).map((row) => ({
        id: row.id,
        kind: row.kind,
        name: named.has(NAMED_FOR[row.kind] ?? NAMED_FOR_OTHERS) ? row.subject_name : '',
        personName: row.person_name,
        state: row.state === 'over' ? 'failed' : row.state,
        attempt: row.attempt,
        createdAt: new Date(row.created_at).toISOString(),
        at: new Date(momentOf(row)).toISOString(),
        server: row.state === 'running' ? (servers.get(row.process_id ?? '') ?? '') : '',
        problem: sayProblem(row.problem, language),
        canCancel: row.state !== 'over' && work.canCancel(row.kind),
      })),
      isCut: rows.length > SHOWN,
    };
  }

  async cancel(actor: Actor, id: string): Promise<void> {
    const { work, audit } = this.#deps;
    const row = await work.find(id);
    if (!row || row.state === 'over') {
      throw new AppError('work.not_found');
    }
    if (!work.canCancel(row.kind)) {
      throw new AppError('work.not_cancellable');
    }
    // Before it is done: what is stopped by somebody has their name on it.
    const object = { type: 'work', id, name: row.subject_name };
    await audit.writeAlone(actor, { action: 'work.cancelled', object, detail: { kind: row.kind } });
    await work.cancelPiece(row);
  }
}

function momentOf({ state, due_at, started_at, ended_at }: Moments): number {
  return { waiting: due_at, running: started_at ?? due_at, over: ended_at ?? due_at }[state];
}

/** The sentence of a code, where it is one that needs nothing filled in. */
function sayProblem(code: string, language: Language): string {
  const words = Object.hasOwn(ERROR_WORDS, code) ? translate(ERROR_WORDS[code as ErrorCode], language) : code;
  return words.includes('{') ? code : words;
}
