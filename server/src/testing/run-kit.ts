import { spawn } from 'node:child_process';

import type { CommandFilter } from '@jadegate/contract/access/command-filter';
import type { ServerChannel } from 'ssh2';

import { SYSTEM_CALLER, type Actor } from '../kernel/actor.ts';
import { newId } from '../kernel/id.ts';
import { SessionKit } from './session-kit.ts';
import type { SshHostOptions } from './ssh-host.ts';
import type { TestServer } from './test-server.ts';

/** A host that runs commands with a real shell, and people who may. */
export class RunKit extends SessionKit {
  readonly #current: { readonly current: TestServer };
  /** What the host was told to run. */
  readonly commands: string[];

  constructor(server: { readonly current: TestServer }, host: Pick<SshHostOptions, 'files'> = {}) {
    const commands: string[] = [];
    super(server, {
      ...host,
      exec: (command, channel) => {
        commands.push(command);
        runHere(command, channel);
      },
    });
    this.#current = server;
    this.commands = commands;
  }

  async #post<Data>(url: string, body: object): Promise<Data> {
    const answer = await this.#current.current.call<Data>('POST', url, { token: this.token, body });
    if (answer.code !== 1) {
      throw new Error(`POST ${url}: ${answer.message}`);
    }
    return answer.data;
  }

  async filter(rules: readonly object[]): Promise<string> {
    const { id } = await this.#post<CommandFilter>('/command-filters', { name: `filter ${newId()}` });
    for (const rule of rules) {
      const body = { commandFilterId: id, type: 'prefix', pattern: 'rm', action: 'deny', ...rule };
      await this.#post('/command-filter-rules', body);
    }
    return id;
  }

  grant(userId: string, assetId: string, change: object = {}): Promise<unknown> {
    return this.#post('/authorised/users', { userIds: [userId], assetId, ...change });
  }

  /** A person without a login, and the machines they may use. */
  async person(machines: number, grant: object = {}): Promise<{ actor: Actor; assetIds: string[] }> {
    const { id, username } = await this.#current.current.seedUser();
    const assetIds: string[] = [];
    for (let made = 0; made < machines; made++) {
      const assetId = await this.machine();
      await this.grant(id, assetId, grant);
      assetIds.push(assetId);
    }
    return { actor: { ...SYSTEM_CALLER, userId: id, username, loginId: undefined }, assetIds };
  }
}

function runHere(command: string, channel: ServerChannel): void {
  const child = spawn('/bin/sh', ['-c', command], { stdio: ['ignore', 'pipe', 'pipe'] });
  channel.on('error', () => undefined);
  child.stdout.on('data', (bytes: Buffer) => channel.write(bytes));
  child.stderr.on('data', (bytes: Buffer) => channel.stderr.write(bytes));
  channel.once('close', () => child.kill('SIGKILL'));
  child.once('close', (code) => {
    channel.exit(code ?? 255);
    channel.end();
  });
}
