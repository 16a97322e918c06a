import { createHmac, randomBytes } from 'node:crypto';

import type { AccessGatewayService } from '../../access/access-gateway/access-gateway.service.ts';
import type { HostKeyService } from '../../access/host-key/host-key.service.ts';
import type { Actor } from '../../kernel/actor.ts';
import { SECOND_MS } from '../../kernel/clock.ts';
import { KeyedQueue } from '../../kernel/keyed-queue.ts';
import type { AssetAccount, AssetTarget } from '../../protocols/dial/target.ts';
import { askShell, type AskLimits, type ShellAnswer } from '../../protocols/ssh/ask-shell.ts';
import { connectSsh, type SshConnection } from '../../protocols/ssh/connect.ts';
import { NoExec } from '../../protocols/ssh/exec.ts';
import { SshError } from '../../protocols/ssh/ssh-error.ts';

interface Dependencies {
  gateways: Pick<AccessGatewayService, 'open'>;
  hostKeys: Pick<HostKeyService, 'policy'>;
  /** What the asset sets for SSH, such as old algorithms. */
  attributes(assetId: string): Promise<Readonly<Record<string, string>>>;
}

interface Link {
  client: SshConnection;
  /** Where it leads and as whom: an asset or a credential that was changed meanwhile is reached anew. */
  print: string;
  usedAt: number;
}

interface AskOptions extends AskLimits {
  /** The person whose question may teach the key of a machine that nobody knows yet. */
  learnFor?: Actor | undefined;
  /** For the way and the login. */
  connectMs: number;
}

/** How long the way took, and what came back. */
export interface LinkAnswer extends ShellAnswer {
  latencyMs: number;
}

const KEEPALIVE_MS = 30 * SECOND_MS;
const MAX_OPEN = 400;

/**
 * One connection for each machine that is asked again and again: logins are what costs a machine most. It is opened by
 * the first question and used by one at a time, since some machines allow no second channel.
 */
export class HostLinks {
  readonly #deps: Dependencies;
  readonly #links = new Map<string, Link>();
  readonly #turns = new KeyedQueue();
  readonly #maxOpen: number;
  /** Known to this process alone: what it is compared with says nothing about a secret. */
  readonly #printKey = randomBytes(32);

  constructor(dependencies: Dependencies, maxOpen = MAX_OPEN) {
    this.#deps = dependencies;
    this.#maxOpen = maxOpen;
  }

  get count(): number {
    return this.#links.size;
  }

  /** Rejects when there is no way to the machine, or it gives no channel. */
  ask(target: AssetTarget, command: string, input: string, options: AskOptions): Promise<LinkAnswer> {
    return this.#turns.take(target.id, () => this.#ask(target, command, input, options));
  }

  async #ask(target: AssetTarget, command: string, input: string, options: AskOptions): Promise<LinkAnswer> {
    const account = await target.account();
    const print = this.#printOf(target, account);
    const kept = this.#kept(target, print);
    if (kept) {
      try {
        const answer = await askShell(kept.client, command, input, options);
        // A connection that broke while nobody used it answers nothing at all.
        if (answer.end !== 'closed' || answer.stdout.length > 0 || options.signal?.aborted) {
          return { ...answer, latencyMs: answer.openMs };
        }
      } catch (error) {
        const isStale = error instanceof NoExec || (error instanceof SshError && error.kind === 'closed');
        if (!isStale || options.signal?.aborted) {
          throw error;
        }
      }
      this.drop(target.id);
    }
    const began = performance.now();
    const client = await this.#connect(target, account, print, options);
    const latencyMs = Math.round(performance.now() - began);
    try {
      return { ...(await askShell(client, command, input, options)), latencyMs };
    } catch (error) {
      this.drop(target.id);
      throw error;
    }
  }

  drop(assetId: string): void {
    const link = this.#links.get(assetId);
    this.#links.delete(assetId);
    link?.client.end();
    link?.client.destroy();
  }

  close(): void {
    for (const id of this.#links.keys()) {
      this.drop(id);
    }
  }

  #kept(target: AssetTarget, print: string): Link | undefined {
    const link = this.#links.get(target.id);
    if (link && link.print !== print) {
      this.drop(target.id);
      return undefined;
    }
    if (link) {
      link.usedAt = performance.now();
    }
    return link;
  }

  async #connect(
    target: AssetTarget,
    { username, auth }: AssetAccount,
    print: string,
    options: AskOptions,
  ): Promise<SshConnection> {
    const { gateways, hostKeys } = this.#deps;
    const { connectMs: timeoutMs, signal, learnFor } = options;
    const [hostKey, settings] = await Promise.all([
      hostKeys.policy(`asset:${target.id}`, { ...(learnFor && { learnFor }) }),
      this.#deps.attributes(target.id),
    ]);
    const stream = await gateways.open(target, { timeoutMs, signal });
    const client = await connectSsh({
      stream,
      username: username || 'root',
      auth,
      hostKey,
      legacyAlgorithms: settings['legacy-algorithms'] === 'true',
      timeoutMs,
      signal,
      keepaliveMs: KEEPALIVE_MS,
    });
    this.#keep(target, print, client);
    return client;
  }

  #keep(target: AssetTarget, print: string, client: SshConnection): void {
    this.drop(target.id);
    if (this.#links.size >= this.#maxOpen) {
      const [oldest] = [...this.#links].toSorted(([, a], [, b]) => a.usedAt - b.usedAt);
      this.drop(oldest?.[0] ?? '');
    }
    this.#links.set(target.id, { client, print, usedAt: performance.now() });
    client.once('close', () => {
      if (this.#links.get(target.id)?.client === client) {
        this.#links.delete(target.id);
      }
    });
  }

  #printOf({ host, port, route }: AssetTarget, { username, auth }: AssetAccount): string {
    const { socks, gatewayId } = route;
    const way = [host, port, gatewayId, socks?.host, socks?.port, socks?.username, socks?.password?.expose()];
    return createHmac('sha256', this.#printKey)
      .update(JSON.stringify([...way, username, ...secretsOf(auth)]))
      .digest('base64');
  }
}

function secretsOf(auth: AssetAccount['auth']): (string | undefined)[] {
  return auth?.kind === 'key'
    ? ['key', auth.privateKey.expose(), auth.passphrase?.expose()]
    : ['password', auth?.password.expose()];
}
