import { setTimeout as sleep } from 'node:timers/promises';

import type { Problem } from '@jadegate/contract/node-problem';

import type { Database } from '../../db/database.ts';
import type { Actor } from '../../kernel/actor.ts';
import { SYSTEM_CALLER } from '../../kernel/actor.ts';
import { SECOND_MS, type Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import { Rounds } from '../../kernel/rounds.ts';
import { WorkUnderWay } from '../../kernel/work-under-way.ts';
import type { AuditService } from '../audit/audit.service.ts';
import { CollectFailed, type NodeCollectionService } from '../node-collection/node-collection.service.ts';
import { about } from '../node/node.service.ts';
import type { ServerProcessService } from '../server-process/server-process.service.ts';
import type { ActionEnd, ActionRecord, NodeActionRepository } from './node-action.repository.ts';
import type { NodePowerNotice } from './node-power-notice.ts';

interface Dependencies {
  database: Database;
  audit: AuditService;
  clock: Clock;
  logger: Logger;
  processes: Pick<ServerProcessService, 'id' | 'listDead'>;
  nodeCollection: Pick<NodeCollectionService, 'power' | 'release'>;
  nodeActions: NodeActionRepository;
  powerNotice: NodePowerNotice;
  /** Has the host asked again, so that the list tells what became of it. */
  lookAgain: (nodeId: string) => void;
  /** How long the first look waits after the order, where that is not two seconds. */
  firstLookMs?: number | undefined;
}

const FIRST_WAIT_MS = 2 * SECOND_MS;
const LONGEST_WAIT_MS = 15 * SECOND_MS;
const ROUND_MS = 5 * SECOND_MS;
/** So many looks in a row without an answer: it is gone. Whether its power is off, only its own hardware could say. */
const GONE_AFTER = 3;
/** Another try would only count as another wrong password, or be answered by a stranger. */
const NO_USE: ReadonlySet<Problem['kind']> = new Set(['auth', 'hostkey', 'hostkey-unknown', 'unlinked']);

/** Carries out what was decided: gives the order once, then looks whether what should follow does. */
export class NodePowerRunner {
  readonly #on: Dependencies;
  readonly #underWay = new WorkUnderWay();
  readonly #rounds: Rounds;
  /** Of others' actions: those of which the people here were told. */
  #told: ReadonlySet<string> = new Set();

  constructor(dependencies: Dependencies) {
    this.#on = dependencies;
    this.#rounds = new Rounds({
      everyMs: ROUND_MS,
      work: () => this.round(),
      onFailure: (error) =>
        dependencies.logger.warn({ err: error }, 'restarts of others could not be looked after'),
    });
  }

  startRounds(): void {
    this.#rounds.start();
  }

  async close(): Promise<void> {
    this.#rounds.stop();
    const ended = this.#underWay.close();
    await this.#rounds.settled();
    await ended;
  }

  /** Resolves when nothing is under way in this process. */
  settled(): Promise<void> {
    return this.#underWay.settled();
  }

  start(record: ActionRecord, assetId: string, actor: Actor): void {
    const { logger } = this.#on;
    this.#underWay.begin(
      record.id,
      (signal) => this.#carryOut(record, assetId, actor, signal),
      (error) => logger.error({ err: error, actionId: record.id }, 'a restart could not be written down'),
    );
  }

  /**
   * What others have begun: people here are told before the order. What dead servers had begun ends; the order is not
   * given again, and the host is looked at by the next question.
   */
  async round(): Promise<void> {
    const { nodeActions, processes, powerNotice } = this.#on;
    const others = await nodeActions.listOpenOfOthers(processes.id);
    const before = this.#told;
    this.#told = new Set(others.map(({ id }) => id));
    for (const record of others.filter(({ id }) => !before.has(id))) {
      await powerNotice.tell(record);
    }
    const dead = await processes.listDead([...new Set(others.map(({ process_id }) => process_id))]);
    for (const record of others.filter(({ process_id }) => dead.has(process_id))) {
      await this.#end(record, { state: 'interrupted' });
    }
  }

  async #carryOut(record: ActionRecord, assetId: string, actor: Actor, signal: AbortSignal): Promise<void> {
    try {
      await this.#announce(record, signal);
      const end =
        (await this.#order(record, assetId, signal)) ?? (await this.#follow(record, assetId, signal));
      await this.#end(record, end, actor);
    } catch (error) {
      await this.#end(record, { state: 'interrupted' }, actor);
      if (!signal.aborted) {
        throw error;
      }
    }
  }

  async #announce(record: ActionRecord, signal: AbortSignal): Promise<void> {
    if (record.notice_until !== null) {
      await this.#on.powerNotice.tell(record);
      await sleep(Math.max(0, record.notice_until - this.#on.clock.now()), undefined, { signal });
    }
  }

  /** Undefined once the host took it, or went away over it. */
  async #order(record: ActionRecord, assetId: string, signal: AbortSignal): Promise<ActionEnd | undefined> {
    const { nodeCollection } = this.#on;
    try {
      const { order } = await nodeCollection.power(assetId, record.action, { signal });
      if (order && !order.isTaken) {
        return { state: 'failed', fault: order.fault, detail: order.detail };
      }
    } catch (error) {
      if (!(error instanceof CollectFailed) || signal.aborted) {
        throw error;
      }
      return failedOnTheWay(error.problem);
    }
    nodeCollection.release(assetId);
    return undefined;
  }

  async #follow(record: ActionRecord, assetId: string, signal: AbortSignal): Promise<ActionEnd> {
    const { clock, firstLookMs = FIRST_WAIT_MS } = this.#on;
    let silent = 0;
    let wasSilent = false;
    for (let wait = firstLookMs; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
      const left = record.deadline_at - clock.now();
      if (left <= 0) {
        return { state: 'unanswered', fault: silent > 0 ? 'silent' : 'not-done' };
      }
      await sleep(Math.min(wait, left), undefined, { signal });
      const seen = await this.#look(assetId, signal);
      if ('problem' in seen && NO_USE.has(seen.problem.kind)) {
        return failedOnTheWay(seen.problem);
      }
      silent = 'problem' in seen ? silent + 1 : 0;
      wasSilent ||= silent > 0;
      const isAnother =
        'bootId' in seen && (record.boot_id === null ? wasSilent : seen.bootId !== record.boot_id);
      if (record.action === 'shutdown' && silent >= GONE_AFTER) {
        return { state: 'succeeded' };
      }
      if (isAnother) {
        return record.action === 'reboot' ? { state: 'succeeded' } : { state: 'failed', fault: 'restarted' };
      }
    }
  }

  async #look(
    assetId: string,
    signal: AbortSignal,
  ): Promise<{ bootId: string | null } | { problem: Problem }> {
    try {
      const { bootId } = await this.#on.nodeCollection.power(assetId, 'look', { signal });
      return { bootId };
    } catch (error) {
      if (!(error instanceof CollectFailed) || signal.aborted) {
        throw error;
      }
      return { problem: error.problem };
    }
  }

  async #end(record: ActionRecord, end: ActionEnd, actor?: Actor): Promise<void> {
    const { database, nodeActions, audit, clock, lookAgain } = this.#on;
    const { id, node_id: nodeId, node_name: name, action } = record;
    const isEnded = await database.transact(async (tx) => {
      if (!(await nodeActions.end(id, end, clock.now(), tx))) {
        return false;
      }
      const { state, fault } = end;
      await audit.write(
        actor ?? SYSTEM_CALLER,
        {
          action: 'node.power-ended',
          object: about({ id: nodeId, name }),
          result: state === 'succeeded' ? 'success' : 'failure',
          detail: { action, actionId: id, end: state, ...(fault && { fault }) },
        },
        tx,
      );
      return true;
    });
    if (isEnded && end.state !== 'interrupted') {
      lookAgain(nodeId);
    }
  }
}

function failedOnTheWay(problem: Problem): ActionEnd {
  return { state: 'failed', fault: 'way', detail: JSON.stringify(problem) };
}
