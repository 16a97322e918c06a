import type { ChainReport } from '../evidence-finding.ts';
import { fieldsIn, fieldsOf, listIn, numberIn, objectOf, textIn } from './read-fields.ts';

/** What the file that an outsider gets is called, and what is in it. docs/evidence.md describes it. */
export const BUNDLE = {
  extension: 'jgz',
  format: 'jadegate-evidence/1',
  manifest: 'manifest.json',
  manifestSignature: 'manifest.sig',
  keys: 'keys.json',
  session: 'session.json',
  commands: 'commands.jsonl',
  files: 'files.jsonl',
  audit: 'audit.jsonl',
  readme: 'README.txt',
  player: 'player.html',
  verifier: 'jadegate-verify.mjs',
  recording: 'recording/',
} as const;

export interface BundleFile {
  path: string;
  bytes: number;
  sha256: string;
}

export interface BundleManifest {
  format: typeof BUNDLE.format;
  session: string;
  /** ISO 8601, and who did it. */
  exportedAt: string;
  exportedBy: string;
  installation: string;
  product: string;
  /** The fingerprint of the key that signs this. */
  key: string;
  recording: {
    kind: 'none' | 'terminal' | 'desktop';
    /** Whether it was signed while it was made. */
    isSigned: boolean;
  };
  /** Everything but this, its signature, and what was signed while it was recorded. */
  files: BundleFile[];
}

export interface BundleKeys {
  keys: { id: string; publicKey: string }[];
  handovers: { text: string; signatures: [string, string] }[];
}

/**
 * Whether the keys are those of the installation: a key inside the file proves nothing by itself. `unknown`: nobody said
 * by which fingerprint they would be known. `other`: they are not known by the one that was given.
 */
export type Signer = 'known' | 'unknown' | 'other';

export interface BundleReport extends ChainReport {
  signer: Signer;
  manifest?: BundleManifest;
  /** The fingerprints of the keys that signed what is in it. */
  signedBy: string[];
}

/** What the verifier answers to whoever called it. docs/evidence.md lists them. */
export const EXIT_CODES = {
  whole: 0,
  altered: 1,
  incomplete: 2,
  wholeSignerUnknown: 3,
  unsigned: 4,
  otherSigner: 5,
  unreadable: 6,
  usage: 64,
} as const;

export function exitCodeOf({ verdict, signer }: Pick<BundleReport, 'verdict' | 'signer'>): number {
  if (verdict === 'altered') {
    return EXIT_CODES.altered;
  }
  // Before anything that is no reproach: what broke off, too, may have been made by somebody else.
  if (signer === 'other') {
    return EXIT_CODES.otherSigner;
  }
  if (verdict === 'incomplete') {
    return EXIT_CODES.incomplete;
  }
  if (verdict === 'unsigned') {
    return EXIT_CODES.unsigned;
  }
  return signer === 'known' ? EXIT_CODES.whole : EXIT_CODES.wholeSignerUnknown;
}

const SHA256 = /^[0-9a-f]{64}$/;
const KINDS = ['none', 'terminal', 'desktop'] as const;

/** Undefined for what nobody of ours wrote. */
export function readManifest(text: string): BundleManifest | undefined {
  const said = objectOf(text);
  if (!said || textIn(said, 'format') !== BUNDLE.format) {
    return undefined;
  }
  const recording = fieldsIn(said, 'recording');
  const kind = KINDS.find((one) => one === textIn(recording, 'kind'));
  const files = listIn(said, 'files')?.map(readFile);
  const [session, key] = [textIn(said, 'session'), textIn(said, 'key')];
  if (session === undefined || key === undefined || !kind || !files?.every((file) => file !== undefined)) {
    return undefined;
  }
  const word = (name: string) => textIn(said, name) ?? '';
  return {
    format: BUNDLE.format,
    session,
    key,
    exportedAt: word('exportedAt'),
    exportedBy: word('exportedBy'),
    installation: word('installation'),
    product: word('product'),
    recording: { kind, isSigned: recording['isSigned'] === true },
    files,
  };
}

function readFile(said: unknown): BundleFile | undefined {
  const fields = fieldsOf(said);
  const [path, sha256] = [fields && textIn(fields, 'path'), fields && textIn(fields, 'sha256')];
  const bytes = fields && numberIn(fields, 'bytes');
  return path !== undefined && bytes !== undefined && sha256 !== undefined && SHA256.test(sha256)
    ? { path, bytes, sha256 }
    : undefined;
}

export function readManifestSignature(text: string): { key: string; signature: string } | undefined {
  const said = objectOf(text);
  const [key, signature] = [said && textIn(said, 'key'), said && textIn(said, 'signature')];
  return key !== undefined && signature !== undefined ? { key, signature } : undefined;
}

/** What cannot be read is left out: whatever needs it says that it is missing. */
export function readBundleKeys(text: string): BundleKeys {
  const said = objectOf(text) ?? {};
  const keys = (listIn(said, 'keys') ?? []).flatMap((one) => {
    const fields = fieldsOf(one) ?? {};
    const [id, publicKey] = [textIn(fields, 'id'), textIn(fields, 'publicKey')];
    return id !== undefined && publicKey !== undefined && SHA256.test(id) ? [{ id, publicKey }] : [];
  });
  const handovers = (listIn(said, 'handovers') ?? []).flatMap((one) => {
    const fields = fieldsOf(one) ?? {};
    const text = textIn(fields, 'text');
    const [first, second] = listIn(fields, 'signatures') ?? [];
    return text !== undefined && typeof first === 'string' && typeof second === 'string'
      ? [{ text, signatures: [first, second] as [string, string] }]
      : [];
  });
  return { keys, handovers };
}

/** As people copy it: with colons, in capitals, with its name before it. Undefined for what is none. */
export function readFingerprint(text: string): string | undefined {
  const plain = text
    .trim()
    .replace(/^sha-?256[:=]/i, '')
    .replaceAll(/[\s:]/g, '')
    .toLowerCase();
  return SHA256.test(plain) ? plain : undefined;
}

/** In groups, so that two people can compare them by voice. */
export function fingerprintText(id: string): string {
  return (id.match(/.{1,8}/g) ?? []).join(' ');
}
