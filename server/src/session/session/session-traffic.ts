import type { Live } from './live-session.ts';
import type { Traffic } from './session-stream.ts';

/** Bytes that went through sessions, by protocol. Only ever grows: what a session carried stays when it is over. */
export class SessionTraffic {
  readonly #past = new Map<string, Traffic>();

  /** The session is over. */
  add(live: Pick<Live, 'record' | 'stream'>): void {
    grow(this.#past, live);
  }

  /** Together with those that go on. */
  with(live: Iterable<Pick<Live, 'record' | 'stream'>>): Map<string, Traffic> {
    const all = new Map([...this.#past].map(([protocol, traffic]) => [protocol, { ...traffic }]));
    for (const one of live) {
      grow(all, one);
    }
    return all;
  }
}

function grow(sums: Map<string, Traffic>, { record, stream }: Pick<Live, 'record' | 'stream'>): void {
  const { input, output } = stream.traffic;
  const sum = sums.get(record.protocol) ?? { input: 0, output: 0 };
  sums.set(record.protocol, { input: sum.input + input, output: sum.output + output });
}

export function countByProtocol(live: Iterable<Pick<Live, 'record'>>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { record } of live) {
    counts.set(record.protocol, (counts.get(record.protocol) ?? 0) + 1);
  }
  return counts;
}
