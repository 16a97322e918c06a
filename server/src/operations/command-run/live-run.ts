import type { HostRunState, RunKind, RunOrigin, RunState } from '@jadegate/contract/operations/command-run';

import type { Actor } from '../../kernel/actor.ts';
import type { HostResult, KeptRequest, RunEvent, RunResult } from './command-runs.ts';
import { KeptOutput } from './kept-output.ts';
import type { JudgedHost } from './run-planner.ts';

/** One host of a run while this process carries it out. */
export interface LiveHost {
  plan: JudgedHost;
  state: HostRunState;
  sessionId: string;
  message: string;
  exitCode: number | null;
  signal: string;
  startedAt: number | null;
  finishedAt: number | null;
  output: KeptOutput;
  sentBytes: number;
  digest: string;
  /** Whether the database does not know yet how it stands. */
  isUnwritten: boolean;
  /** The version of the run at which it changed last. */
  version: number;
}

interface About {
  id: string;
  actor: Actor;
  kind: RunKind;
  origin: RunOrigin;
  script: string;
  request: KeptRequest;
  createdAt: number;
  timeoutMs: number;
  parallelism: number;
  /** Warnings that the person has seen. */
  confirmed: ReadonlySet<string>;
}

/** A run while this process carries it out. What is known of it later stands in the database. */
export class LiveRun {
  readonly about: About;
  readonly hosts: LiveHost[];
  readonly #listeners = new Set<(event: RunEvent) => void>();
  readonly #stoppers = new Set<() => void>();
  state: RunState = 'running';
  #stopping: 'stopped' | 'interrupted' | undefined;
  version = 1;

  constructor(about: About, plans: readonly JudgedHost[]) {
    this.about = about;
    this.hosts = plans.map((plan) => ({
      plan,
      state: plan.verdict === 'refused' ? 'refused' : 'waiting',
      sessionId: '',
      message: plan.message,
      exitCode: null,
      signal: '',
      startedAt: null,
      finishedAt: null,
      output: new KeptOutput(),
      sentBytes: 0,
      digest: '',
      isUnwritten: false,
      version: 1,
    }));
  }

  get id(): string {
    return this.about.id;
  }

  /** What becomes of its hosts since it was told to stop: by its person, or because the server stops. */
  get stopping(): 'stopped' | 'interrupted' | undefined {
    return this.#stopping;
  }

  /** What has begun is told to end, and nothing more begins. */
  stop(as: 'stopped' | 'interrupted' = 'stopped'): void {
    this.#stopping ??= as;
    this.#stoppers.forEach((stop) => stop());
  }

  /** Calls back when it is told to stop. Answers how to end that. */
  onStop(stop: () => void): () => void {
    this.#stoppers.add(stop);
    return () => this.#stoppers.delete(stop);
  }

  follow(listener: (event: RunEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  change(host: LiveHost, change: Partial<LiveHost>): void {
    Object.assign(host, change);
    this.#tell(host, '');
  }

  print(host: LiveHost, bytes: Uint8Array): void {
    this.#tell(host, host.output.add(bytes));
  }

  result(): RunResult {
    return { id: this.id, state: this.state, hosts: this.hosts.map(resultOf) };
  }

  #tell(host: LiveHost, printed: string): void {
    host.version = ++this.version;
    for (const listener of this.#listeners) {
      listener({ host: resultOf(host), printed });
    }
  }
}

function resultOf(host: LiveHost): HostResult {
  const { plan, state, sessionId, message, exitCode, signal, startedAt, finishedAt, output } = host;
  return {
    assetId: plan.assetId,
    assetName: plan.assetName,
    state,
    sessionId,
    message,
    exitCode,
    signal,
    durationMs: startedAt === null || finishedAt === null ? null : finishedAt - startedAt,
    output: output.text,
    outputBytes: output.bytes,
    isCut: output.isCut,
  };
}
