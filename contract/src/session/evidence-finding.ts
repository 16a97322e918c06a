/**
 * What somebody finds who looks whether a recording is as it was. docs/evidence.md says when it is which; the verifiers share
 * these words, and nothing of how they look.
 */
export const VERDICTS = ['whole', 'incomplete', 'altered', 'unsigned'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Why a recording is not whole. */
export const FINDINGS = [
  // incomplete
  'no_end',
  'tail_missing',
  // altered: of what is signed
  'line_unreadable',
  'line_order',
  'line_link',
  'line_signature',
  'line_after_end',
  'key_missing',
  'other_session',
  // altered: of the recording itself
  'bytes_changed',
  'bytes_missing',
  'bytes_added',
  'file_missing',
  'file_added',
  // altered: of what goes with it
  'manifest_missing',
  'manifest_signature',
  'manifest_file',
] as const;
export type FindingCode = (typeof FINDINGS)[number];

/** The first place that is not as it was. */
export interface EvidencePlace {
  /** The line of the chain, counted from 0. */
  line?: number;
  file?: string;
  /** The first byte of the part in which it lies, and the first behind it. */
  from?: number;
  to?: number;
  /** Up to here, in epoch milliseconds, everything is as it was. */
  at?: number;
}

export interface Finding {
  code: FindingCode;
  place: EvidencePlace;
}

/** What is true without making the recording any less. */
export type EvidenceRemark =
  | { kind: 'clock_moved'; at: number; byMs: number }
  /** So much at the end was not signed yet. */
  | { kind: 'unsigned_bytes'; file: string; from: number; bytes: number };

/** Said and signed when the recording began. */
export interface EvidenceBegin {
  session: string;
  kind: 'terminal' | 'desktop';
  protocol: string;
  door: string;
  user: { id: string; name: string };
  asset: { id: string; name: string; address: string };
  vm: string;
  account: string;
  client: string;
  server: string;
  key: string;
  at: number;
}

export interface ChainReport {
  verdict: Verdict;
  finding?: Finding;
  begin?: EvidenceBegin;
  /** Lines that are as they were signed, and the hash of the last of them. */
  links: number;
  hash: string;
  /** When the last of them was signed. */
  signedUntil?: number;
  remarks: EvidenceRemark[];
}
