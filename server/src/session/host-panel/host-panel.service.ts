import type { SessionStats } from '@jadegate/contract/session/session-stats';

import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import { SECOND_MS } from '../../kernel/clock.ts';
import type { Live, LiveSessionService } from '../session/live-session.service.ts';
import { cpuBetween, MAX_REPORT_BYTES, parseReport, reportCommand, type CpuTicks } from './host-report.ts';

/** What is remembered of the host of one session, between two questions. */
interface Known {
  hostname: string;
  ticks: CpuTicks | undefined;
  cpu: SessionStats['cpu'];
  asking: Promise<SessionStats> | undefined;
}

/** Runs a command on the host. */
type Run = NonNullable<Live['stream']['run']>;

const NO_TIME = cpuBetween(undefined, undefined);
/** A host that is slower than this is not asked to hurry: what it said so far counts. */
const ANSWER_MS = 5 * SECOND_MS;

/** What the machine behind a live terminal tells about itself, on the same connection and beside its terminal. */
export class HostPanelService {
  readonly #live: LiveSessionService;
  /** Goes with the session. */
  readonly #known = new WeakMap<Live, Known>();

  constructor({ live }: { live: LiveSessionService }) {
    this.#live = live;
  }

  /** A host that tells nothing gives an empty answer, never a failure. Looking is not working: idleness goes on. */
  async stats(actor: Actor, id: string): Promise<SessionStats> {
    const live = await this.#live.own(actor, id);
    const { run } = live.stream;
    if (!run) {
      throw new AppError('session.no_stats');
    }
    const known = this.#known.get(live) ?? {
      hostname: '',
      ticks: undefined,
      cpu: NO_TIME,
      asking: undefined,
    };
    this.#known.set(live, known);
    // Two windows that ask at once get one answer, so that a host is never asked more than once at a time.
    known.asking ??= this.#ask(run, known).finally(() => {
      known.asking = undefined;
    });
    return known.asking;
  }

  async #ask(run: Run, known: Known): Promise<SessionStats> {
    const command = reportCommand(known.hostname !== '');
    // A host may refuse a second channel; then it tells nothing.
    const answer = await run(command, { timeoutMs: ANSWER_MS, maxBytes: MAX_REPORT_BYTES }).catch(
      () => new Uint8Array(),
    );
    const { stats, hostname, ticks } = parseReport(answer);
    known.hostname = hostname ?? known.hostname;
    const cpu = cpuBetween(known.ticks, ticks);
    // Asked twice within one tick there is no difference to tell; the last answer still holds.
    const hasMoved = Object.values(cpu).some((share) => share > 0);
    known.cpu = hasMoved ? cpu : ticks ? known.cpu : NO_TIME;
    known.ticks = ticks;
    return { ...stats, hostname: known.hostname, cpu: known.cpu };
  }
}
