import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { isFileName, normalPath } from '../files/file-path.ts';
import { FilePath } from '../files/files.ts';
import { LIMITS } from '../limits.ts';
import { Id } from '../scalars.ts';
import { AssetIds, Parallelism, RunPlan, TimeoutSeconds } from './run-parts.ts';

/** What becomes of a file of that name which a host has already. */
export const IF_EXISTS = ['overwrite', 'skip', 'fail'] as const;
export type IfExists = (typeof IF_EXISTS)[number];

/** `~` is where the login begins. */
const HostFolder = FilePath.refine((path) => normalPath(path.replace(/^~(?=\/|$)/, '/~')) !== undefined, {
  params: { rule: 'hostFolder' },
});

/** A file of a storage space, and where on each host it goes. */
const sending = {
  storageId: Id,
  /** In the space. */
  file: FilePath,
  /** On the hosts. */
  folder: HostFolder,
  name: z
    .string()
    .max(LIMITS.name.max)
    .refine(isFileName, { params: { rule: 'fileName' } }),
  ifExists: z.enum(IF_EXISTS),
  /** Makes the folder, and those above it, where they are missing and the strategy allows it. */
  makeFolders: z.boolean(),
  /** Reads what lies there again and compares it; otherwise its size is. */
  isReadBack: z.boolean(),
};

export const SentFile = z.object({
  ...sending,
  name: z.string(),
  bytes: z.number().int(),
  /** SHA-256 as hexadecimal. */
  checksum: z.string(),
});
export type SentFile = z.infer<typeof SentFile>;

export const planFileRun = endpoint({
  method: 'POST',
  path: '/command-runs/files/plan',
  access: 'signed-in',
  summary: 'To which assets a file may be sent, and why not to the others. Sends nothing.',
  interactive: true,
  body: z.strictObject({ assetIds: AssetIds }),
  response: RunPlan,
});

export const FileRunInput = z.strictObject({
  assetIds: AssetIds,
  ...sending,
  ifExists: sending.ifExists.default('fail'),
  makeFolders: sending.makeFolders.default(false),
  isReadBack: sending.isReadBack.default(false),
  timeoutSeconds: TimeoutSeconds,
  parallelism: Parallelism,
});
export type FileRunInput = z.infer<typeof FileRunInput>;

export const startFileRun = endpoint({
  method: 'POST',
  path: '/command-runs/files',
  access: 'signed-in',
  perPerson: 30,
  summary:
    'Sends a file of a storage space to SSH assets on which the person may upload, each in a recorded session. What is refused stands in the run.',
  // Its sessions end with the login that opened them; an access token has none.
  interactive: true,
  body: FileRunInput,
  response: z.object({ id: z.string() }),
});
