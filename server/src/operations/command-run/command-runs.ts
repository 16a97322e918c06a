import type { ParameterValues } from '@jadegate/contract/access/allowed-command';
import type { HostRunState, RunOrigin, RunState } from '@jadegate/contract/operations/command-run';
import type { SentFile } from '@jadegate/contract/operations/file-run';
import type { RunPlan } from '@jadegate/contract/operations/run-parts';

import type { Actor } from '../../kernel/actor.ts';

export interface CommandRunRequest {
  assetIds: readonly string[];
  script: string;
  /** What was filled in, where the script is a command with parameters. */
  values?: ParameterValues | undefined;
  timeoutMs: number;
  parallelism?: number;
  origin: RunOrigin;
  confirmed?: string;
}

/** What a run was asked for besides its script, as it is kept. */
export interface KeptRequest {
  values?: ParameterValues | undefined;
  timeoutSeconds?: number;
  file?: SentFile;
}

export interface HostResult {
  assetId: string;
  assetName: string;
  state: HostRunState;
  sessionId: string;
  message: string;
  exitCode: number | null;
  signal: string;
  durationMs: number | null;
  output: string;
  outputBytes: number;
  isCut: boolean;
}

export interface RunResult {
  id: string;
  state: RunState;
  hosts: HostResult[];
}

export interface RunEvent {
  host: HostResult;
  printed: string;
}

export interface StartedRun {
  id: string;
  done: Promise<RunResult>;
}

export interface CommandRuns {
  plan(actor: Actor, request: Pick<CommandRunRequest, 'assetIds' | 'script' | 'values'>): Promise<RunPlan>;
  start(actor: Actor, request: CommandRunRequest): Promise<StartedRun>;
  follow(id: string, listener: (event: RunEvent) => void): () => void;
  stop(id: string): Promise<void>;
}
