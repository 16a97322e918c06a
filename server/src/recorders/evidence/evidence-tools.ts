import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { BUNDLE } from '@jadegate/contract/session/evidence/bundle';

import { isMissing } from '../recording-files.ts';

export interface EvidenceTools {
  player: Buffer;
  verifier: Buffer;
}

/** Beside the compiled server; in development where tests put them. */
const FOLDER = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../../../../.cache/evidence' : './evidence', import.meta.url),
);

/** What goes with evidence that leaves the house. Undefined where it was not built. */
export async function readEvidenceTools(): Promise<EvidenceTools | undefined> {
  try {
    const [player, verifier] = await Promise.all(
      [BUNDLE.player, BUNDLE.verifier].map((name) => readFile(join(FOLDER, name))),
    );
    return player && verifier && { player, verifier };
  } catch (error) {
    if (isMissing(error)) {
      return undefined;
    }
    throw error;
  }
}
