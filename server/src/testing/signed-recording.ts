import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { EvidenceKey, EvidenceKeys } from '@jadegate/contract/session/evidence/evidence-crypto';

import type { Clock } from '../kernel/clock.ts';
import { fingerprintOf, spkiOf } from '../kernel/signing-key.ts';
import { DesktopWriter } from '../recorders/desktop/writer.ts';
import type { ChainKeeper, SigningPair } from '../recorders/evidence/chain-keeper.ts';
import type { ChainBegin } from '../recorders/evidence/chain.ts';
import { readEvidenceKey } from '../recorders/evidence/node-crypto.ts';
import { filesIn } from '../recorders/recording-files.ts';
import type { RecordingOptions } from '../recorders/recording.ts';
import { TerminalWriter } from '../recorders/terminal/writer.ts';

export const SIGNED_SESSION = 'session-of-a-test';

export const BEGIN: Omit<ChainBegin, 'kind'> = {
  session: SIGNED_SESSION,
  protocol: 'ssh',
  door: 'web',
  user: { id: 'person', name: '王美' },
  asset: { id: 'asset', name: 'web-01', address: '127.0.0.1:22' },
  vm: '',
  account: 'root',
  client: '127.0.0.9',
  server: 'gate-1',
};

export interface TestKey extends SigningPair {
  spki: Buffer;
}

export function newTestKey(): TestKey {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const spki = spkiOf(publicKey);
  return {
    id: fingerprintOf(publicKey),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    spki,
  };
}

export function keysOf(...keys: readonly TestKey[]): EvidenceKeys {
  return new Map(keys.map(({ id, spki }) => [id, readEvidenceKey(spki)] as [string, EvidenceKey]));
}

export function newFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'jadegate-signed-'));
}

/** A clock that goes on when it is told to. */
export class HandClock implements Clock {
  at = 1_800_000_000_000;
  now = () => this.at;
}

interface Signed {
  keeper: ChainKeeper;
  folder: string;
  key: TestKey;
  clock?: Clock;
  wall?: Clock;
  onFailure?: (error: unknown) => void;
  /** Of one segment. */
  segmentBytes?: number;
  /** A segment is finished. */
  onSegment?: (path: string) => void;
}

type Options = RecordingOptions & Required<Pick<Signed, 'segmentBytes' | 'onSegment'>>;

function options(kind: ChainBegin['kind'], signed: Signed): Options {
  const { keeper, folder, key, clock = new HandClock(), wall = clock, segmentBytes = 2000 } = signed;
  const { onSegment = () => undefined } = signed;
  const fail = (error: unknown) => {
    throw error;
  };
  return {
    folder,
    clock,
    segmentBytes,
    onSegment,
    onFailure: signed.onFailure ?? fail,
    beginChain: (_format, onFailure) =>
      keeper.open({ folder, begin: { ...BEGIN, kind }, clock, wall, onFailure }, key),
  };
}

export function openSignedTerminal(signed: Signed): Promise<TerminalWriter> {
  return TerminalWriter.open({ ...options('terminal', signed), size: { cols: 80, rows: 24 } });
}

export function openSignedDesktop(signed: Signed): Promise<DesktopWriter> {
  return DesktopWriter.open({
    ...options('desktop', signed),
    size: { width: 640, height: 480 },
    saveFile: (name, bytes) => filesIn(signed.folder).save(name, bytes),
  });
}
