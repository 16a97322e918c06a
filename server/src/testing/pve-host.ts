import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { NODE_PASSWORD, startNodeHost } from './node-kit.ts';
import { shellExec } from './shell-exec.ts';
import type { SshHost } from './ssh-host.ts';

/** What a host of Proxmox says, in the form of its published API. */
interface PveWord {
  cluster: string;
  /** Itself first. */
  hosts: readonly string[];
  resources: readonly object[];
}

/** A host that answers with a real shell and a pvesh of our own. */
export class PveHost {
  readonly #folder: string;
  readonly #host: SshHost;
  #word: PveWord;

  private constructor(folder: string, host: SshHost, word: PveWord) {
    this.#folder = folder;
    this.#host = host;
    this.#word = word;
  }

  static async start(word: PveWord): Promise<PveHost> {
    const folder = await mkdtemp(path.join(tmpdir(), 'jadegate-pve-'));
    const tools = {
      pvesh: `case "$*" in
  *"/cluster/status"*) cat '${folder}/status.json';;
  *"/cluster/resources"*) cat '${folder}/resources.json';;
  *"/config"*) echo '{"cores":4,"onboot":1,"scsi0":"local:vm-101-disk-0,size=32G"}';;
  *"/snapshot"*) echo '[]';;
  *) exit 1;;
esac`,
      sudo: 'shift; exec "$@"',
    };
    for (const [name, script] of Object.entries(tools)) {
      await writeFile(path.join(folder, name), `#!/bin/sh\n${script}\n`);
      await chmod(path.join(folder, name), 0o755);
    }
    const host = new PveHost(folder, await startNodeHost({ exec: shellExec(() => folder) }), word);
    await host.says({});
    return host;
  }

  get account() {
    return { ip: '127.0.0.1', port: this.#host.port, username: 'root', password: NODE_PASSWORD };
  }

  /** From now on. */
  async says(change: Partial<PveWord>): Promise<void> {
    this.#word = { ...this.#word, ...change };
    const { cluster, hosts, resources } = this.#word;
    const nodes = hosts.map((name, at) => ({ type: 'node', name, local: at === 0 ? 1 : 0, online: 1 }));
    const status = [{ type: 'cluster', name: cluster, nodes: hosts.length, quorate: 1 }, ...nodes];
    await writeFile(path.join(this.#folder, 'status.json'), JSON.stringify(status));
    await writeFile(path.join(this.#folder, 'resources.json'), JSON.stringify(resources));
  }

  async close(): Promise<void> {
    await this.#host.close();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
