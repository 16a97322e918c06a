import { say } from '@jadegate/contract/language';
import { POWER_NOTICE_WORDS } from '@jadegate/contract/words/node-power';

import { SECOND_MS, type Clock } from '../../kernel/clock.ts';
import type { ServerProcessService } from '../server-process/server-process.service.ts';
import type { LiveSessionService } from '../session/live-session.service.ts';
import type { UserService } from '../user/user.service.ts';
import type { ActionRecord } from './node-action.repository.ts';
import type { NodeImpactRepository } from './node-impact.repository.ts';

interface Dependencies {
  clock: Clock;
  processes: Pick<ServerProcessService, 'id'>;
  users: Pick<UserService, 'get'>;
  liveSessions: Pick<LiveSessionService, 'find'>;
  nodeImpacts: Pick<NodeImpactRepository, 'listSessions'>;
}

/** Tells people in their sessions that what they are connected to goes. Each server tells those whom it serves. */
export class NodePowerNotice {
  readonly #on: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#on = dependencies;
  }

  /** Whether somebody sits at a session of the host, here or, as far as can be known, at another server. */
  async hasHearers(nodeId: string): Promise<boolean> {
    const { processes, nodeImpacts } = this.#on;
    const sessions = await nodeImpacts.listSessions(nodeId);
    return sessions.some(
      ({ id, process_id }) => (process_id !== processes.id && process_id !== '') || this.#seat(id),
    );
  }

  /** Those whom this process serves. */
  async tell({ node_id, action, reason, user_id, user_name, notice_until }: ActionRecord): Promise<void> {
    const { clock, users, nodeImpacts } = this.#on;
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
      const text = say(POWER_NOTICE_WORDS[action], actor.language, { seconds, reason });
      stream.notify({ kind: 'message', text: `${from}：${text}`, from });
    }
  }

  #seat(sessionId: string) {
    const live = this.#on.liveSessions.find(sessionId);
    return live && !live.ending && live.stream.hasClient ? live : undefined;
  }
}
