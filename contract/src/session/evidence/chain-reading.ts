import type { EvidenceBegin, EvidencePlace, EvidenceRemark, FindingCode } from '../evidence-finding.ts';
import { CHAIN_DOMAIN } from './chain-format.ts';
import {
  bytesOfBase64,
  utf8Of,
  type EvidenceCrypto,
  type EvidenceKey,
  type EvidenceKeys,
} from './evidence-crypto.ts';
import { fieldsIn, numberIn, objectOf, textIn, type Fields } from './read-fields.ts';

/** A line that says what a part of a file was. */
export interface SignedPart {
  line: number;
  file: string;
  from: number;
  to: number;
  sha256: string;
  /** When the line before it was signed: up to there all is known. */
  since: number;
}

export interface ReadChain {
  begin: EvidenceBegin | undefined;
  parts: SignedPart[];
  isEnded: boolean;
  links: number;
  hash: string;
  signedUntil: number;
  clockMoves: Extract<EvidenceRemark, { kind: 'clock_moved' }>[];
  /** The first line that is not as it was signed. */
  fault: { code: FindingCode; place: EvidencePlace } | undefined;
}

/** Nobody makes longer lines; names are bounded where they are entered. */
const MAX_LINE = 16 * 1024;
/** In eight hours of ceaseless work there are three thousand. */
const MAX_LINES = 2_000_000;
const SHA256 = /^[0-9a-f]{64}$/;
const SIGNATURE = /^[A-Za-z0-9+/]{86}==$/;

/** Reads what was signed of a recording, line by line, up to the first that is not as it was. */
export class ChainReading {
  readonly #crypto: EvidenceCrypto;
  readonly #keys: EvidenceKeys;
  readonly #reached: Map<string, number> = new Map();
  #key: EvidenceKey | undefined;
  #lastSegment = 0;
  readonly read: ReadChain = {
    begin: undefined,
    parts: [],
    isEnded: false,
    links: 0,
    hash: '',
    signedUntil: 0,
    clockMoves: [],
    fault: undefined,
  };

  /** The public keys, by their fingerprints. */
  constructor(crypto: EvidenceCrypto, keys: EvidenceKeys) {
    this.#crypto = crypto;
    this.#keys = keys;
  }

  /** A line without its end. Answers whether to go on. */
  async next(line: string): Promise<boolean> {
    const code = await this.#judge(line);
    if (code) {
      const { links, signedUntil } = this.read;
      this.read.fault = { code, place: { line: links, ...(signedUntil > 0 && { at: signedUntil }) } };
    }
    return code === undefined;
  }

  async #judge(line: string): Promise<FindingCode | undefined> {
    const { read } = this;
    const tab = line.indexOf('\t');
    const text = line.slice(0, tab);
    const signature = line.slice(tab + 1);
    const said = tab > 0 && line.length <= MAX_LINE && SIGNATURE.test(signature) ? objectOf(text) : undefined;
    const at = said && numberIn(said, 'at');
    if (!said || at === undefined || read.links >= MAX_LINES) {
      return 'line_unreadable';
    }
    if (numberIn(said, 'seq') !== read.links) {
      return 'line_order';
    }
    if (textIn(said, 'prev') !== read.hash) {
      return 'line_link';
    }
    const begin = read.links === 0 ? beginOf(said, at) : undefined;
    if (begin) {
      read.begin = begin;
      this.#key = this.#keys.get(begin.key);
    }
    if (!read.begin) {
      return 'line_unreadable';
    }
    if (!this.#key) {
      return 'key_missing';
    }
    const signed = utf8Of(CHAIN_DOMAIN + text);
    const bytes = bytesOfBase64(signature);
    if (!bytes || !(await this.#key.isSigned(signed, bytes))) {
      return 'line_signature';
    }
    if (read.isEnded) {
      return 'line_after_end';
    }
    const code = this.#take(said);
    if (code) {
      return code;
    }
    const wall = numberIn(said, 'wall');
    if (wall !== undefined) {
      read.clockMoves.push({ kind: 'clock_moved', at, byMs: wall - at });
    }
    read.hash = await this.#crypto.sha256(signed);
    read.links += 1;
    read.signedUntil = at;
    return undefined;
  }

  /** A line that is signed; of one that is not known yet nothing follows. */
  #take(said: Fields): FindingCode | undefined {
    const { read } = this;
    if (textIn(said, 'end') !== undefined) {
      read.isEnded = true;
      return undefined;
    }
    const file = textIn(said, 'file');
    if (file === undefined) {
      return undefined;
    }
    const [from, to] = [numberIn(said, 'from'), numberIn(said, 'to')];
    const sha256 = textIn(said, 'sha256') ?? '';
    if (from === undefined || to === undefined || to <= from || !SHA256.test(sha256)) {
      return 'line_unreadable';
    }
    const segment = /^(\d{6})\.seg$/.exec(file)?.[1];
    const isNext = segment === undefined || [0, 1].includes(Number(segment) - this.#lastSegment);
    if (from !== (this.#reached.get(file) ?? 0) || !isNext) {
      return 'line_order';
    }
    this.#lastSegment = segment === undefined ? this.#lastSegment : Number(segment);
    this.#reached.set(file, to);
    read.parts.push({ line: read.links, file, from, to, sha256, since: read.signedUntil });
    return undefined;
  }
}

function beginOf(said: Fields, at: number): EvidenceBegin | undefined {
  const kind = textIn(said, 'kind');
  const [session, key] = [textIn(said, 'session'), textIn(said, 'key')];
  if ((kind !== 'terminal' && kind !== 'desktop') || session === undefined || key === undefined) {
    return undefined;
  }
  const [user, asset] = [fieldsIn(said, 'user'), fieldsIn(said, 'asset')];
  const word = (fields: Fields, name: string) => textIn(fields, name) ?? '';
  return {
    session,
    kind,
    key,
    at,
    protocol: word(said, 'protocol'),
    door: word(said, 'door'),
    user: { id: word(user, 'id'), name: word(user, 'name') },
    asset: { id: word(asset, 'id'), name: word(asset, 'name'), address: word(asset, 'address') },
    vm: word(said, 'vm'),
    account: word(said, 'account'),
    client: word(said, 'client'),
    server: word(said, 'server'),
  };
}
