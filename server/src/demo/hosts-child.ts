import { fork, type ChildProcess } from 'node:child_process';

import { hostsModule, type HostPlace, type HostsAnswer, type HostsOrder } from './hosts/host-profile.ts';

/** The hosts of the demo in a process of their own. It has nothing of our environment, and ends when we do. */
export class HostsChild {
  readonly places: HostPlace[];
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, places: HostPlace[]) {
    this.#child = child;
    this.places = places;
  }

  static async start(order: HostsOrder): Promise<HostsChild> {
    const child = fork(hostsModule(), {
      env: {},
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const answered = new Promise<HostsAnswer>((resolve) => {
      child.once('message', (message) => resolve(message as HostsAnswer));
      child.once('error', (error) => resolve({ failure: String(error) }));
      child.once('exit', (code) => resolve({ failure: `they ended with ${String(code)}` }));
    });
    child.send(order);
    const answer = await answered;
    if ('failure' in answer) {
      child.kill();
      throw new Error(
        `the hosts of the demo could not listen (${answer.failure}); --demo=fresh begins anew on other ports.`,
      );
    }
    return new HostsChild(child, answer.places);
  }

  stop(): void {
    this.#child.kill();
  }
}
