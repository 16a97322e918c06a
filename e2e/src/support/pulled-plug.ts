import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';

const ip = (...args: string[]): void => void execFileSync('ip', args, { stdio: 'pipe' });

/**
 * A machine of its own on a cable of its own: a network namespace at the other end of a pair of virtual cards. Its plug
 * can be pulled. Nobody is told: packets are lost, as with a real cable.
 */
export class PulledPlug {
  readonly name: string;
  readonly address: string;
  readonly #near: string;
  readonly #far = 'far0';

  private constructor(number: number) {
    // Names of its own: what a run that was broken off left behind is in nobody's way.
    const own = randomBytes(3).toString('hex');
    this.name = `jgt-${own}-${number}`;
    this.#near = `jgt${own}n${number}`;
    // One of the nets that RFC 2544 sets aside for tests of equipment.
    this.address = `198.18.${number}.2`;
  }

  static make(number: number): PulledPlug {
    const plug = new PulledPlug(number);
    ip('netns', 'add', plug.name);
    ip('link', 'add', plug.#near, 'type', 'veth', 'peer', 'name', plug.#far, 'netns', plug.name);
    ip('addr', 'add', `198.18.${number}.1/30`, 'dev', plug.#near);
    ip('link', 'set', plug.#near, 'up');
    ip('-n', plug.name, 'addr', 'add', `${plug.address}/30`, 'dev', plug.#far);
    ip('-n', plug.name, 'link', 'set', 'lo', 'up');
    plug.putBack();
    return plug;
  }

  pull(): void {
    ip('-n', this.name, 'link', 'set', this.#far, 'down');
  }

  putBack(): void {
    ip('-n', this.name, 'link', 'set', this.#far, 'up');
  }

  remove(): void {
    ip('link', 'del', this.#near);
    ip('netns', 'del', this.name);
  }
}
