import { translate } from '@jadegate/contract/language';
import { POWER_NOTICE_WORDS } from '@jadegate/contract/words/node-power';

import type { UserService } from '../../identity/user/user.service.ts';
import { SECOND_MS, type Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import { PeriodicTask } from '../../kernel/periodic-task.ts';
import type { ServerProcessService } from '../../platform/server-process/server-process.service.ts';
import type { LiveSessionService } from '../../session/session/live-session.service.ts';
import type { ActionRecord, NodeActionRepository } from './node-action.repository.ts';
import type { NodeImpactRepository } from './node-impact.repository.ts';

interface Dependencies {
  clock: Clock;
  logger: Logger;
  nodeActions: Pick<NodeActionRepository, 'listOpenOfOthers'>;
  processes: Pick<ServerProcessService, 'id'>;
  users: Pick<UserService, 'get'>;
  liveSessions: Pick<LiveSessionService, 'find'>;
  nodeImpacts: Pick<NodeImpactRepository, 'listSessions'>;
}

const LOOK_EVERY_MS = 5 * SECOND_MS;

/** Tells people in their sessions that what they are connected to goes. Each server tells those whom it serves. */
export class NodePowerNotice {
  readonly #deps: Dependencies;
  readonly #rounds: PeriodicTask;
  /** Of others' actions: those of which the people here were told. */
  #told: ReadonlySet<string> = new Set();

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#rounds = new PeriodicTask({
      everyMs: LOOK_EVERY_MS,
      work: () => this.notifyForOthers(),
      onFailure: (error) =>
        dependencies.logger.warn({ err: error }, 'restarts that other servers ordered could not be read'),
    });
  }

  start(): void {
    this.#rounds.start();
  }

  async close(): Promise<void> {
    this.#rounds.stop();
    await this.#rounds.settled();
  }

  /** What other servers have begun: people here hear of it before the order. */
  async notifyForOthers(): Promise<void> {
    const { nodeActions, processes } = this.#deps;
    const others = await nodeActions.listOpenOfOthers(processes.id);
    const before = this.#told;
    this.#told = new Set(others.map(({ id }) => id));
    for (const record of others.filter(({ id }) => !before.has(id))) {
      await this.notify(record);
    }
  }

  /** Whether somebody sits at a session of the host, here or, as far as can be known, at another server. */
  async hasHearers(nodeId: string): Promise<boolean> {
    const { processes, nodeImpacts } = this.#deps;
    const sessions = await nodeImpacts.listSessions(nodeId);
    return sessions.some(
      ({ id, process_id }) => (process_id !== processes.id && process_id !== '') || this.#seat(id),
    );
  }

  /** Those whom this process serves. */
  async notify({ node_id, action, reason, user_id, user_name, notice_until }: ActionRecord): Promise<void> {
    const { clock, users, nodeImpacts } = this.#deps;
    const seconds = Math.ceil(((notice_until ?? 0) - clock.now()) / SECOND_MS);
    if (seconds <= 0) {
      return;
    }
    const seats = (await nodeImpacts.listSessions(node_id)).flatMap(({ id }) => this.#seat(id) ?? []);
    if (seats.length === 0) {
      return;
    }
    const from = (await users.get(user_id)).nickname || user_name;
    for (const { stream, actor } of seats) {
      const text = translate(POWER_NOTICE_WORDS[action], actor.language, { seconds, reason });
      stream.notify({ kind: 'message', text: `${from}：${text}`, from });
    }
  }

  #seat(sessionId: string) {
    const live = this.#deps.liveSessions.find(sessionId);
    return live && !live.ending && live.stream.hasClient ? live : undefined;
  }
}
