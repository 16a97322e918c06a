import type { HostRunState, RunKind, RunOrigin, RunState } from '@jadegate/contract/operations/command-run';

import type { Flag } from './flag.ts';

/** Something that was sent to many hosts. */
export interface CommandRunTable {
  id: string;
  user_id: string;
  user_name: string;
  origin: RunOrigin;
  kind: RunKind;
  /** The commands, or the path a file went to. */
  script: string;
  /** JSON: what it was asked for besides, see `RunRequestRecord`. */
  request: string;
  state: RunState;
  /** For the process that carries it out, which may be another one than that which is asked to stop it. */
  stop_requested: Flag;
  process_id: string;
  created_at: number;
  finished_at: number | null;
}

/** What became of it on one host. */
export interface CommandRunHostTable {
  run_id: string;
  asset_id: string;
  /** Empty when the person may not know it. */
  asset_name: string;
  position: number;
  state: HostRunState;
  /** Empty when it did not come to a session. */
  session_id: string;
  /** Why it was refused or failed, in the language of its person. */
  message: string;
  exit_code: number | null;
  signal: string;
  started_at: number | null;
  finished_at: number | null;
  /** The beginning of what was printed; all of it is in the recording. */
  output: string;
  output_bytes: number;
  /** Of a file: what was sent so far. */
  sent_bytes: number;
  is_cut: Flag;
  /** SHA-256 of all that was printed and of how it ended: what is the same on two hosts has the same one. */
  digest: string;
}
