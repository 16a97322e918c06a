import type { EventDestinationRow } from '@jadegate/contract/platform/event-destination';

import type { Caller } from '../kernel/actor.ts';
import type { EventReceiver } from './event-receiver.ts';
import { TestServer } from './test-server.ts';

export const SIGNING = 'a signing secret of the receiver';
export const EVERYTHING = {
  groups: [],
  names: [],
  severity: 'info',
  users: [],
  userGroups: [],
  assets: [],
  tags: [],
};
const someone: Caller = { address: '192.0.2.7', userAgent: '', language: 'zh-TW', requestId: 'r' };

/** A server that sends events to receivers on the loopback, and soon gives up waiting for them. */
export class EventKit {
  readonly server: TestServer;
  token: string;

  private constructor(server: TestServer, token: string) {
    this.server = server;
    this.token = token;
  }

  static async start(options: Parameters<typeof TestServer.start>[0] = {}): Promise<EventKit> {
    const events = { eventTargetsAllowed: ['127.0.0.0/8'], eventTimings: { lingerMs: 0, answerMs: 400 } };
    const server = await TestServer.start({ events, ...options });
    return new EventKit(server, await server.login());
  }

  stop(): Promise<void> {
    return this.server.stop();
  }

  /** Adds a destination; only credentials’ events, unless said otherwise. Answers its id. */
  async add(config: Record<string, unknown>, given: Record<string, unknown> = {}): Promise<string> {
    const body = {
      name: `to ${String(config['kind'])} ${Math.random()}`,
      config,
      filter: { ...EVERYTHING, groups: ['secret'] },
      ...given,
    };
    const answer = await this.server.call<{ id: string }>('POST', '/event-destinations', {
      token: this.token,
      body,
    });
    if (answer.code !== 1) {
      throw new Error(`${answer.message} ${JSON.stringify(answer)}`);
    }
    return answer.data.id;
  }

  addWebhook(receiver: EventReceiver, given: Record<string, unknown> = {}, batch = 100): Promise<string> {
    const config = { kind: 'webhook', url: receiver.url, ca: receiver.ca, batch };
    return this.add(config, { secrets: { signing: SIGNING }, ...given });
  }

  /** Something happens, once for each name; with a session, on an asset. */
  async happen(names: readonly string[], sessionId?: string): Promise<void> {
    const { audit } = this.server.services;
    for (const name of names) {
      const within = sessionId === undefined ? {} : { sessionId };
      await audit.writeAlone(someone, {
        action: 'credential.created',
        object: { type: 'credential', id: 'c', name, within },
      });
    }
  }

  /** Whatever waits has been tried once. */
  settled(): Promise<void> {
    return this.server.services.eventDeliveries.settled();
  }

  /** Time passes, a step at a time, and what is due is tried in each. */
  async pass(ms: number, steps: number): Promise<void> {
    for (let step = 0; step < steps; step++) {
      this.server.passTime(ms / steps);
      await this.settled();
    }
    // A login does not last so long.
    this.token = await this.server.login();
  }

  async row(id: string): Promise<EventDestinationRow> {
    const { token } = this;
    return (await this.server.call<EventDestinationRow>('GET', `/event-destinations/${id}`, { token })).data;
  }
}
