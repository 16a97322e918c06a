import type { NewShare, Seat, SessionShare, Sharing } from '@jadegate/contract/session/session-share';
import { decodeEvents, type TerminalEvent } from '@jadegate/contract/session/terminal-recording';
import type { Notice } from '@jadegate/contract/session/terminal-socket';
import { vi } from 'vitest';

import { SessionKit, type SocketClient } from './session-kit.ts';
import type { TestServer } from './test-server.ts';

type MadeShare = SessionShare & { token: string };

const PATIENT = { timeout: 30_000 };

/** Live sessions, and people who are let into them. */
export class ShareKit extends SessionKit {
  readonly #current: { readonly current: TestServer };
  guest = { id: '', username: '', token: '' };
  stranger = { id: '', username: '', token: '' };
  #calls = 0;

  constructor(server: { readonly current: TestServer }) {
    super(server);
    this.#current = server;
  }

  override async start(): Promise<void> {
    await super.start();
    this.guest = await this.#current.current.loginAs({ type: 'user' });
    this.stranger = await this.#current.current.loginAs({ type: 'user' });
    await this.set({ 'session-sharing': 'signed-in' });
  }

  async set(settings: Record<string, string>): Promise<void> {
    const call = { token: this.token, body: settings };
    const { message } = await this.#current.current.call('PUT', '/properties', call);
    refuseUnless(message === 'success', message);
  }

  share(id: string, body: Partial<NewShare> = {}, token = this.token) {
    return this.#current.current.call<MadeShare>('POST', `/sessions/${id}/shares`, {
      token,
      body: { mode: 'write', audience: 'signed-in', ...body },
      address: this.#address(),
    });
  }

  async shared(id: string, body: Partial<NewShare> = {}, token = this.token): Promise<MadeShare> {
    const { data, message } = await this.share(id, body, token);
    refuseUnless(message === 'success', message);
    return data;
  }

  sharing(id: string, token = this.token) {
    return this.#current.current.call<Sharing>('GET', `/sessions/${id}/shares`, { token });
  }

  revoke(id: string, shareId: string, token = this.token) {
    return this.#current.current.call('DELETE', `/sessions/${id}/shares/${shareId}`, { token });
  }

  /** Asks for a seat by the token of a link. */
  ask(link: string, token = this.guest.token) {
    const call = { token, body: { token: link }, address: this.#address() };
    return this.#current.current.call<Seat>('POST', '/share-sessions', call);
  }

  sit(seat: string, token = this.guest.token): SocketClient {
    return this.connect(`/share-sessions/${seat}/ssh`, token);
  }

  /** Somebody who has come in by the link and sees the prompt. */
  async joined(link: string, token = this.guest.token): Promise<SocketClient> {
    const client = this.sit((await this.ask(link, token)).data.id, token);
    await vi.waitFor(
      () => refuseUnless(client.shown.includes('$ '), `no prompt: ${client.reason ?? client.shown}`),
      PATIENT,
    );
    return client;
  }

  async audited(id: string): Promise<{ action: string; detail: Record<string, unknown> }[]> {
    const rows = await this.#current.current.db
      .selectFrom('audit_log')
      .selectAll()
      .where('object_id', '=', id)
      .where('action', 'in', ['session.shared', 'session.share-revoked', 'session.joined', 'session.left'])
      .orderBy('seq')
      .execute();
    return rows.map(({ action, detail }) => ({
      action,
      detail: JSON.parse(detail) as Record<string, unknown>,
    }));
  }

  /** Ends a session and answers what its recording holds. */
  async recorded(id: string): Promise<TerminalEvent[]> {
    const { current } = this.#current;
    await current.call('POST', `/sessions/${id}/disconnect`, { token: this.token });
    const url = `/sessions/${id}/recording/segments/1`;
    return [...decodeEvents((await current.inject('GET', url, { token: this.token })).rawPayload, 0)];
  }

  /** A new address for each call: the limit on calls is not what is tested. */
  #address(): string {
    this.#calls += 1;
    return `127.55.${(this.#calls >> 8) & 255}.${this.#calls & 255}`;
  }
}

function refuseUnless(holds: boolean, problem: string): void {
  if (!holds) {
    throw new Error(problem);
  }
}

/** What a client was told last about who is there. */
export function participantsOf(client: SocketClient): Notice | undefined {
  return client.frames
    .flatMap((frame) => (frame.type === 'notice' && frame.notice.kind !== 'step' ? [frame.notice] : []))
    .at(-1);
}
