import { setTimeout as sleep } from 'node:timers/promises';

import type { Problem } from '@jadegate/contract/fleet/node-problem';
import * as z from 'zod';

import type { Tx } from '../../db/database.ts';
import { SYSTEM_CALLER } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import { HOUR_MS, SECOND_MS, type Clock } from '../../kernel/clock.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import { actorOf, Requester } from '../../work/requester.ts';
import { SingleRunKind } from '../../work/single-run-kind.ts';
import type { Piece, PieceEnd, Stray, WorkKind } from '../../work/work-kind.ts';
import { CollectFailed, type NodeCollectionService } from '../node-collection/node-collection.service.ts';
import { about } from '../node/node.service.ts';
import type { ActionEnd, ActionRecord, NodeActionRepository } from './node-action.repository.ts';
import type { NodePowerNotice } from './node-power-notice.ts';

interface Dependencies {
  audit: AuditService;
  clock: Clock;
  nodeCollection: Pick<NodeCollectionService, 'power' | 'release'>;
  nodeActions: NodeActionRepository;
  powerNotice: NodePowerNotice;
  /** Has the host asked again, so that the list tells what became of it. */
  lookAgain: (nodeId: string) => void;
  /** How long the first look waits after the order, where that is not two seconds. */
  firstLookMs?: number | undefined;
}

const Input = z.object({ nodeId: z.string(), assetId: z.string(), by: Requester.optional() });
type Input = z.infer<typeof Input>;

const FIRST_WAIT_MS = 2 * SECOND_MS;
const LONGEST_WAIT_MS = 15 * SECOND_MS;
/** So many looks in a row without an answer: it is gone. Whether its power is off, only its own hardware could say. */
const GONE_AFTER = 3;
/** Another try would only count as another wrong password, or be answered by a stranger. */
const NO_USE: ReadonlySet<Problem['kind']> = new Set(['auth', 'hostkey', 'hostkey-unknown', 'unlinked']);

/**
 * Carries out a restart or a shutdown that was decided: gives the order once, then looks whether what should follow does.
 * One that a dead server had begun ends; the order is not given again, and the next question looks at the host.
 */
export class NodePowerKind extends SingleRunKind implements WorkKind<Input, ActionEnd> {
  readonly name = 'node-power';
  readonly input = Input;
  readonly canCancel = false;
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    super();
    this.#deps = dependencies;
  }

  deadlineMs(): number {
    return HOUR_MS;
  }

  async run({ subject, input, signal }: Piece<Input>): Promise<ActionEnd> {
    const record = await this.#deps.nodeActions.find(subject);
    if (!record) {
      throw new AppError('node.not_found');
    }
    await this.#announce(record, signal);
    return (
      (await this.#order(record, input.assetId, signal)) ??
      (await this.#follow(record, input.assetId, signal))
    );
  }

  async end({ subject, input }: Piece<Input>, { result }: PieceEnd<ActionEnd>, tx: Tx): Promise<void> {
    const { nodeActions, audit, clock } = this.#deps;
    const record = await nodeActions.find(subject, tx);
    // What went wrong here says nothing about the host: nobody knows how far it came.
    const end: ActionEnd = result ?? { state: 'interrupted' };
    if (!record || !(await nodeActions.end(subject, end, clock.now(), tx))) {
      return;
    }
    const { state, fault } = end;
    await audit.write(
      input.by ? actorOf(input.by) : SYSTEM_CALLER,
      {
        action: 'node.power-ended',
        object: about({ id: record.node_id, name: record.node_name }),
        result: state === 'succeeded' ? 'success' : 'failure',
        detail: { action: record.action, actionId: subject, end: state, ...(fault && { fault }) },
      },
      tx,
    );
  }

  async afterEnd({ input }: Piece<Input>, { result }: PieceEnd<ActionEnd>): Promise<void> {
    if (result) {
      this.#deps.lookAgain(input.nodeId);
    }
  }

  async listStrays(): Promise<Stray<Input>[]> {
    const rows = await this.#deps.nodeActions.listStrays(this.name);
    return rows.map(({ id, node_id, process_id, started_at }) => ({
      subject: id,
      processId: process_id,
      startedAt: started_at,
      input: { nodeId: node_id, assetId: '' },
    }));
  }

  async #announce(record: ActionRecord, signal: AbortSignal): Promise<void> {
    if (record.notice_until !== null) {
      await this.#deps.powerNotice.notify(record);
      await sleep(Math.max(0, record.notice_until - this.#deps.clock.now()), undefined, { signal });
    }
  }

  /** Undefined once the host took it, or went away over it. */
  async #order(record: ActionRecord, assetId: string, signal: AbortSignal): Promise<ActionEnd | undefined> {
    const { nodeCollection } = this.#deps;
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
    const { clock, firstLookMs = FIRST_WAIT_MS } = this.#deps;
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
      const { bootId } = await this.#deps.nodeCollection.power(assetId, 'look', { signal });
      return { bootId };
    } catch (error) {
      if (!(error instanceof CollectFailed) || signal.aborted) {
        throw error;
      }
      return { problem: error.problem };
    }
  }
}

function failedOnTheWay(problem: Problem): ActionEnd {
  return { state: 'failed', fault: 'way', detail: JSON.stringify(problem) };
}
