import { fork, type ChildProcess } from 'node:child_process';

import { DemoError } from '../data-directory.ts';
import { hostsModule, type HostPlace, type HostsAnswer, type HostsOrder } from './hosts/host-profile.ts';

/** The hosts of the demo in a process of their own. It has nothing of our settings, and ends when we do. */
export class HostsChild {
  readonly places: HostPlace[];
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, places: HostPlace[]) {
    this.#child = child;
    this.places = places;
  }

  static async start(order: HostsOrder): Promise<HostsChild> {
    const child = fork(hostsModule(), {
      env: librariesOfNode(),
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const answered = new Promise<HostsAnswer>((resolve) => {
      child.once('message', (message) => resolve(message as HostsAnswer));
      child.once('error', (error) => resolve({ failure: error.message }));
      child.once('exit', (code) => resolve({ failure: `exit ${String(code)}` }));
    });
    child.send(order);
    const answer = await answered;
    if ('failure' in answer) {
      child.kill();
      throw new DemoError('demo_hosts', { reason: answer.failure });
    }
    return new HostsChild(child, answer.places);
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  stop(): void {
    this.#child.kill();
  }
}

/** The Node of a bundle brings a library that small systems lack, and starts nowhere without being told where it is. */
function librariesOfNode(): NodeJS.ProcessEnv {
  // oxlint-disable-next-line no-restricted-properties -- of the system, and no setting of ours
  const path = process.env['LD_LIBRARY_PATH'];
  return path === undefined ? {} : { LD_LIBRARY_PATH: path };
}
