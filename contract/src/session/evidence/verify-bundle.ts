import type { ChainReport, Finding } from '../evidence-finding.ts';
import {
  BUNDLE,
  readBundleKeys,
  readManifest,
  readManifestSignature,
  type BundleKeys,
  type BundleManifest,
  type BundleReport,
  type Signer,
} from './bundle.ts';
import { CHAIN_FILE, domainOf } from './chain-format.ts';
import {
  bytesOfBase64,
  utf8Of,
  type EvidenceCrypto,
  type EvidenceKey,
  type EvidenceKeys,
} from './evidence-crypto.ts';
import { objectOf, textIn } from './read-fields.ts';
import { BrokenFile, verifyRecording, type RecordedFiles } from './verify-recording.ts';
import { PackedWrong, UnsafeArchive, ZipReader, type ZipSource } from './zip-reader.ts';

interface Expected {
  crypto: EvidenceCrypto;
  /** The fingerprint by which the installation is known, from elsewhere than the file. */
  fingerprint?: string | undefined;
}

const UNSIGNED: ChainReport = { verdict: 'unsigned', links: 0, hash: '', remarks: [] };
/** Beyond it this is none of ours: what is listed in a manifest takes a hundred bytes each. */
const LONGEST_TEXT = 32 * 1024 * 1024;

/** Looks whether a file that was handed out is as it was, and names the first place that is not. */
export async function verifyBundle(zip: ZipReader, expected: Expected): Promise<BundleReport> {
  const { crypto } = expected;
  const known = readBundleKeys(await textOf(zip, BUNDLE.keys));
  const keys = await readKeys(crypto, known);
  const { manifest, finding, signedBy } = await readSignedManifest(zip, keys);
  if (!manifest) {
    return { ...UNSIGNED, verdict: 'altered', ...(finding && { finding }), signer: 'unknown', signedBy: [] };
  }
  const recorded = new BundledRecording(zip);
  // Also where nothing of it is left, or the process died before there was anything: the signatures say which.
  const { isSigned } = manifest.recording;
  const chain = isSigned
    ? await verifyRecording(recorded, { crypto, keys, session: manifest.session })
    : UNSIGNED;
  const lost: Finding | undefined =
    isSigned && chain.verdict === 'unsigned'
      ? { code: 'file_missing', place: { file: CHAIN_FILE } }
      : undefined;
  // A list that nobody signed says nothing of the rest; then what was signed while it was recorded names the place best.
  const altered =
    finding ??
    (chain.verdict === 'altered' ? chain.finding : undefined) ??
    lost ??
    (await firstOther(zip, manifest, crypto));
  const signers = [...new Set([...signedBy, ...(chain.begin ? [chain.begin.key] : [])])];
  return {
    ...chain,
    ...(altered && { verdict: 'altered', finding: altered }),
    manifest,
    signedBy: signers,
    signer: await judgeSigners(signers, {
      keys,
      handovers: known.handovers,
      fingerprint: expected.fingerprint,
    }),
  };
}

export async function openBundle(source: ZipSource): Promise<ZipReader> {
  const zip = await ZipReader.open(source);
  if (!zip.paths.some((path) => path === BUNDLE.manifest || path.startsWith(BUNDLE.recording))) {
    throw new UnsafeArchive('an archive without anything of ours');
  }
  return zip;
}

async function textOf(zip: ZipReader, path: string): Promise<string> {
  if ((zip.sizeOf(path) ?? 0) > LONGEST_TEXT) {
    throw new UnsafeArchive(`${path} is too large`);
  }
  const bytes = await zip.read(path).catch(undefinedIfBroken);
  return bytes ? new TextDecoder().decode(bytes) : '';
}

/** Only those that are what they are called. */
async function readKeys(crypto: EvidenceCrypto, { keys }: BundleKeys): Promise<EvidenceKeys> {
  const read = new Map<string, EvidenceKey>();
  for (const { id, publicKey } of keys) {
    const spki = bytesOfBase64(publicKey);
    const key = spki && (await crypto.sha256(spki)) === id ? await crypto.readKey(spki) : undefined;
    if (key) {
      read.set(id, key);
    }
  }
  return read;
}

interface SignedManifest {
  manifest?: BundleManifest;
  finding?: Finding;
  signedBy: string[];
}

async function readSignedManifest(zip: ZipReader, keys: EvidenceKeys): Promise<SignedManifest> {
  const text = await textOf(zip, BUNDLE.manifest);
  const signed = readManifestSignature(await textOf(zip, BUNDLE.manifestSignature));
  const manifest = readManifest(text);
  const wrong = (code: Finding['code']): SignedManifest => ({
    ...(manifest && { manifest }),
    finding: { code, place: { file: BUNDLE.manifest } },
    signedBy: [],
  });
  if (!manifest) {
    return wrong('manifest_missing');
  }
  const key = signed && keys.get(signed.key);
  const signature = signed && bytesOfBase64(signed.signature);
  if (!key || !signature || !(await key.isSigned(utf8Of(domainOf('export') + text), signature))) {
    return wrong('manifest_signature');
  }
  return { manifest, signedBy: [signed.key] };
}

/** Compares everything that the manifest lists, and finds what it does not. */
async function firstOther(
  zip: ZipReader,
  { files, recording }: BundleManifest,
  crypto: EvidenceCrypto,
): Promise<Finding | undefined> {
  const listed = new Set<string>([BUNDLE.manifest, BUNDLE.manifestSignature]);
  for (const { path, bytes, sha256 } of files) {
    listed.add(path);
    const isSame = zip.sizeOf(path) === bytes && (await hashIn(zip, path, crypto)) === sha256;
    if (!isSame) {
      return { code: 'manifest_file', place: { file: path } };
    }
  }
  // Those of a signed recording were looked at with it.
  const isLookedAt = (path: string) => recording.isSigned && path.startsWith(BUNDLE.recording);
  const added = zip.paths.find((path) => !listed.has(path) && !isLookedAt(path));
  return added === undefined ? undefined : { code: 'file_added', place: { file: added } };
}

async function hashIn(zip: ZipReader, path: string, crypto: EvidenceCrypto): Promise<string | undefined> {
  const bytes = await zip.read(path).catch(undefinedIfBroken);
  return bytes && crypto.sha256(bytes);
}

interface Known {
  keys: EvidenceKeys;
  handovers: BundleKeys['handovers'];
  fingerprint: string | undefined;
}

/** A key is known by its fingerprint, or by a key that is known and handed over to it, or took over from it. */
async function judgeSigners(signers: readonly string[], known: Known): Promise<Signer> {
  const { keys, handovers, fingerprint } = known;
  if (fingerprint === undefined) {
    return 'unknown';
  }
  const trusted = new Set([fingerprint]);
  const steps = [];
  for (const handover of handovers) {
    const step = await readHandover(handover, keys);
    steps.push(...(step ? [step] : []));
  }
  for (let before = 0; before !== trusted.size;) {
    before = trusted.size;
    for (const pair of steps) {
      if (pair.some((id) => trusted.has(id))) {
        pair.forEach((id) => trusted.add(id));
      }
    }
  }
  return signers.length > 0 && signers.every((id) => trusted.has(id)) ? 'known' : 'other';
}

/** The old key and the new one, where both signed that one follows the other. */
async function readHandover(
  { text, signatures }: BundleKeys['handovers'][number],
  keys: EvidenceKeys,
): Promise<[string, string] | undefined> {
  const said = objectOf(text) ?? {};
  const pair: [string, string] = [textIn(said, 'from') ?? '', textIn(said, 'to') ?? ''];
  const signed = utf8Of(domainOf('key') + text);
  for (const [index, id] of pair.entries()) {
    const signature = bytesOfBase64(signatures[index] ?? '');
    if (!signature || !(await keys.get(id)?.isSigned(signed, signature))) {
      return undefined;
    }
  }
  return pair;
}

/** The recording inside it: already as it was signed. */
class BundledRecording implements RecordedFiles {
  readonly #zip: ZipReader;

  constructor(zip: ZipReader) {
    this.#zip = zip;
  }

  async names(): Promise<string[]> {
    return this.#zip.paths
      .filter((path) => path.startsWith(BUNDLE.recording) && path !== BUNDLE.recording + CHAIN_FILE)
      .map((path) => path.slice(BUNDLE.recording.length))
      .toSorted();
  }

  async image(name: string): Promise<Uint8Array | undefined> {
    return this.#zip.read(BUNDLE.recording + name).catch(brokenOf(name));
  }

  async chain(): Promise<AsyncIterable<Uint8Array> | undefined> {
    const bytes = await this.#zip.read(BUNDLE.recording + CHAIN_FILE).catch(unreadableIfBroken);
    return bytes && onePiece(bytes);
  }
}

async function* onePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** What only cannot be unpacked any more was changed: that is something to say, and nothing to stop at. */
function brokenOf(name: string): (error: unknown) => never {
  return (error) => {
    throw error instanceof PackedWrong ? new BrokenFile(name, { cause: error }) : error;
  };
}

function undefinedIfBroken(error: unknown): undefined {
  if (!(error instanceof PackedWrong)) {
    throw error;
  }
}

/** One line that is none. */
function unreadableIfBroken(error: unknown): Uint8Array {
  undefinedIfBroken(error);
  return utf8Of('\n');
}
