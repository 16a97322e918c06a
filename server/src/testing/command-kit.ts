import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { CommandFilter, CommandFilterRule } from '@jadegate/contract/access/command-filter';
import { vi } from 'vitest';

import { newId } from '../kernel/id.ts';
import { LineShell } from './line-shell.ts';
import { SessionKit, type SocketClient } from './session-kit.ts';
import type { TestServer } from './test-server.ts';

export interface FilteredSession {
  id: string;
  client: SocketClient;
  shell: LineShell;
  filterId: string;
  assetId: string;
  person: { id: string; username: string; token: string };
}

const PATIENT = { timeout: 30_000, interval: 20 };

/** People whose grant names a filter, in sessions on a shell that tells what it was handed. */
export class CommandKit extends SessionKit {
  readonly #current: { readonly current: TestServer };
  readonly #lineShells: LineShell[];

  constructor(server: { readonly current: TestServer }) {
    const lineShells: LineShell[] = [];
    super(server, { shell: (channel) => void lineShells.push(new LineShell(channel)) });
    this.#current = server;
    this.#lineShells = lineShells;
  }

  async #call<Data>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object): Promise<Data> {
    const answer = await this.#current.current.call<Data>(method, url, {
      token: this.token,
      ...(body && { body }),
    });
    if (answer.code !== 1) {
      throw new Error(`${method} ${url}: ${answer.message}`);
    }
    return answer.data;
  }

  async filter(rules: readonly object[]): Promise<string> {
    const { id } = await this.#call<CommandFilter>('POST', '/command-filters', { name: `filter ${newId()}` });
    for (const rule of rules) {
      await this.addRule(id, rule);
    }
    return id;
  }

  addRule(commandFilterId: string, rule: object): Promise<CommandFilterRule> {
    const body = { commandFilterId, type: 'prefix', pattern: 'rm', action: 'deny', ...rule };
    return this.#call('POST', '/command-filter-rules', body);
  }

  /** A live session of somebody whose grant names a filter with these rules; none when there are none. */
  async filtered(rules: readonly object[], query: Record<string, string> = {}): Promise<FilteredSession> {
    const person = await this.#current.current.loginAs({ type: 'user' });
    const assetId = await this.machine();
    const filterId = rules.length > 0 ? await this.filter(rules) : '';
    await this.#call('POST', '/authorised/users', {
      userIds: [person.id],
      assetId,
      ...(filterId && { commandFilterId: filterId }),
    });
    const { data } = await this.create(assetId, person.token);
    const size = { cols: '100', rows: '30' };
    const client = this.connect(`/sessions/${data.id}/ssh`, person.token, { ...size, ...query });
    await vi.waitUntil(() => client.shown === '$ ', PATIENT);
    const shell = this.#lineShells.at(-1);
    if (!shell) {
      throw new Error('the host gave no shell');
    }
    return { id: data.id, client, shell, filterId, assetId, person };
  }

  /** Ends it, and answers the rows of its commands. */
  async commandsOf({ id, client }: Pick<FilteredSession, 'id' | 'client'>) {
    client.socket.close();
    await this.#call('POST', `/sessions/${id}/disconnect`);
    return this.rowsOf(id);
  }

  async rowsOf(id: string) {
    await this.#current.current.services.liveSessions.find(id)?.ending;
    return this.#current.current.db
      .selectFrom('session_command')
      .selectAll()
      .where('session_id', '=', id)
      .orderBy('offset_ms')
      .orderBy('id')
      .execute();
  }

  async auditOf(id: string) {
    const rows = await this.#current.current.db
      .selectFrom('audit_log')
      .select(['action', 'detail', 'actor_name'])
      .where('object_id', '=', id)
      .where('action', 'like', 'session.command-%')
      .orderBy('seq')
      .execute();
    return rows.map((row) => ({ ...row, detail: JSON.parse(row.detail) as Record<string, unknown> }));
  }

  /** Everything the recording of a session holds, as it lies on the disk. */
  async recordingOf(id: string): Promise<string> {
    const folder = this.#current.current.services.liveSessions.folderOf(id);
    const { TerminalReader } = await import('../recorders/terminal/reader.ts');
    const { filesIn } = await import('../recorders/recording-files.ts');
    const reader = await TerminalReader.open(filesIn(folder));
    let text = '';
    for await (const event of reader?.events() ?? []) {
      text += 'bytes' in event ? `<${event.kind}>${Buffer.from(event.bytes).toString()}` : '';
    }
    const names = await readdir(folder);
    const files = await Promise.all(names.map((name) => readFile(join(folder, name), 'latin1')));
    return [text, ...files].join('\n');
  }
}
