import type { EventJson } from '@jadegate/contract/platform/events/event-json';

import { ToldProgram } from './told-program.ts';

interface Place {
  syslog: { ports: { tls: number }; ca: string; client: { certificate: string; key: string } };
  webhook: { url: string; ca: string };
}

/** What the two of them have by now. */
interface Collected {
  kept: readonly { msgid: string; text: string }[];
  taken: readonly EventJson[];
}

/** A real rsyslog, and a receiver of webhooks that answers as it is told. */
export class OwnCollectors {
  readonly place: Place;
  readonly #program: ToldProgram;

  private constructor(place: Place, program: ToldProgram) {
    this.place = place;
    this.#program = program;
  }

  static async start(): Promise<OwnCollectors> {
    const { program, said } = await ToldProgram.start('collector-program.ts');
    return new OwnCollectors(JSON.parse(said) as Place, program);
  }

  /** Takes rsyslog away or has it come back, or changes what the other one answers. */
  async tell(what: { isAway?: boolean; status?: number } = {}): Promise<Collected> {
    return JSON.parse(await this.#program.tell(what)) as Collected;
  }

  stop(): Promise<void> {
    return this.#program.stop();
  }
}
