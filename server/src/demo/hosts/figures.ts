import type { HostProfile } from './host-profile.ts';

/** Something that computes on a card: of an account, and of a login where somebody started it in a terminal. */
interface GpuJob {
  pid: number;
  card: number;
  memMb: number;
  program: string;
  account: string;
  uid: number;
  /** The number of the login; undefined for a service. */
  login: number | undefined;
  startTicks: number;
}

const TICKS = 100;
const DAY_S = 86_400;
const PERIOD_S = 240;

/** How a host does at this moment: smooth curves of the time, so that pages have something to draw. */
export class HostFigures {
  readonly profile: HostProfile;
  readonly jobs: GpuJob[] = [];
  readonly bootId: string;
  readonly #bootedAt: number;
  #lastPid = 4200;

  constructor(profile: HostProfile) {
    this.profile = profile;
    this.#bootedAt = Date.now() / 1000 - (20 + profile.number) * DAY_S;
    this.bootId = `00000000-0000-4000-8000-0000000000${profile.number}`;
    const services = [
      { card: 0, memMb: 78_120, program: 'vllm::EngineCore', account: 'serving', uid: 990 },
      { card: 1, memMb: 52_410, program: 'python3', account: 'trainer', uid: 991 },
    ];
    for (const service of services.slice(0, Math.max(0, profile.gpus - 1))) {
      this.startJob(service);
    }
  }

  get uptime(): number {
    return Date.now() / 1000 - this.#bootedAt;
  }

  /** Of the processors, from 0 to 1. */
  get busy(): number {
    return this.busyBefore(0);
  }

  /** The same some seconds ago. */
  busyBefore(seconds: number): number {
    const [base, swing] = this.profile.load;
    return base + swing * Math.sin(this.#angle(0) - (2 * Math.PI * seconds) / PERIOD_S);
  }

  /** Ticks of all processors since the start, as /proc/stat counts them: user, system, idle. */
  get ticks(): { user: number; system: number; idle: number } {
    const [base, swing] = this.profile.load;
    const seconds = this.uptime;
    const speed = (2 * Math.PI) / PERIOD_S;
    // The integral of `busy`.
    const busy = base * seconds - (swing / speed) * Math.cos(this.#angle(0));
    const all = TICKS * this.profile.threads;
    return {
      user: Math.round(busy * 0.8 * all),
      system: Math.round(busy * 0.2 * all),
      idle: Math.round((seconds - busy) * all),
    };
  }

  get memUsedShare(): number {
    return Math.min(0.93, 0.25 + this.busy * 0.6);
  }

  get diskUsedShare(): number {
    return this.profile.role === 'nas' ? 0.83 : 0.31 + this.profile.number / 200;
  }

  /** Bytes that its network card has received and sent. */
  get traffic(): { received: number; sent: number } {
    const rate = 2_000_000 * this.profile.load[0] * this.profile.threads;
    const wave = (rate * PERIOD_S) / 20;
    const received = rate * this.uptime - wave * Math.cos(this.#angle(1));
    return { received: Math.round(received), sent: Math.round(received * 0.62) };
  }

  card(number: number): { util: number; memMb: number; watts: number; celsius: number } {
    const memMb = this.jobs.filter(({ card }) => card === number).reduce((sum, job) => sum + job.memMb, 616);
    if (memMb === 616) {
      return { util: 0, memMb, watts: 76, celsius: 31 };
    }
    const util = Math.round(84 + 13 * Math.sin(this.#angle(number + 2)));
    return { util, memMb, watts: Math.round(90 + util * 6), celsius: Math.round(34 + util * 0.27) };
  }

  startJob(job: Omit<GpuJob, 'pid' | 'login' | 'startTicks'> & { login?: number }): GpuJob {
    this.#lastPid += 37;
    const startTicks = Math.round(this.uptime * TICKS);
    const started = { login: undefined, ...job, pid: this.#lastPid, startTicks };
    this.jobs.push(started);
    return started;
  }

  endJob(pid: number): boolean {
    const at = this.jobs.findIndex((job) => job.pid === pid);
    if (at >= 0) {
      this.jobs.splice(at, 1);
    }
    return at >= 0;
  }

  #angle(shift: number): number {
    return (2 * Math.PI * this.uptime) / PERIOD_S + shift + this.profile.number;
  }
}
