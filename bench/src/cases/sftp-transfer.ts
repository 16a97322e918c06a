import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import { promisify } from 'node:util';

import { TOKEN_HEADER } from '@jadegate/contract/envelope';

import type { Suite } from '../ratio.ts';
import { SftpPrompt, straight } from '../ssh-ways.ts';
import { Stage } from '../stage.ts';

const FILE_BYTES = 512 * 1024 * 1024;
const BLOCK_BYTES = 4 * 1024 * 1024;
const LOOK_MS = 20;
const WARM_UP_ROUNDS = 3;

/**
 * A large file up and down: through the product's file calls with curl, against OpenSSH's `sftp`, both between files in
 * memory and both on a connection that is there already. "Raw bulk" is the download beside `ssh target cat file`: a
 * terminal itself cannot be compared with that, because the target's terminal device alone is ten times slower.
 */
export async function sftpTransfer(): Promise<Suite> {
  const stage = await Stage.start();
  const { id } = await stage.shell();
  const source = await stage.target.file('source', Buffer.alloc(FILE_BYTES, randomBytes(BLOCK_BYTES)));
  const sftp = new SftpPrompt(straight());
  const local = stage.target.path('local');
  const growth: number[] = [];
  const url = (op: string, query: Record<string, string>) =>
    `${stage.product.url}/sessions/${id}/${op}?${new URLSearchParams(query).toString()}`;
  const curl = (args: readonly string[]) =>
    promisify(execFile)('curl', ['-sS', '--fail', '-H', `${TOKEN_HEADER}: ${stage.token}`, ...args]);
  const download = (into: string) => curl(['-o', into, url('download', { file: source })]);

  /** Megabytes a second, and how far the product's memory rose meanwhile. */
  const rated = async (work: () => Promise<unknown>, made?: string): Promise<number> => {
    await stage.idle();
    const before = stage.memoryKb;
    let highest = before;
    const watch = setInterval(() => (highest = Math.max(highest, stage.memoryKb)), LOOK_MS);
    const started = performance.now();
    await work();
    const seconds = (performance.now() - started) / 1000;
    clearInterval(watch);
    growth.push((highest - before) / 1000);
    if (made !== undefined) {
      if ((await stat(made)).size !== FILE_BYTES) {
        throw new Error('the file did not arrive whole');
      }
      await rm(made);
    }
    return FILE_BYTES / 1e6 / seconds;
  };
  const uploaded = stage.target.path('uploaded');
  const upload = async () => {
    const query = { dir: stage.target.folder, name: 'uploaded' };
    const type = 'content-type: application/octet-stream';
    const { stdout } = await curl(['-X', 'POST', '-H', type, '-T', source, url('upload', query)]);
    if (!stdout.includes('"code":1,')) {
      throw new Error(`the upload was refused: ${stdout}`);
    }
  };
  // A process that has just started runs code that nothing has made fast yet.
  for (let round = 0; round < WARM_UP_ROUNDS; round++) {
    await download('/dev/null');
    await upload();
    await rm(uploaded);
  }
  return {
    cases: [
      {
        name: 'a large file down from the target',
        unit: 'MB/s',
        baseline: { name: 'sftp', run: () => rated(() => sftp.run(`get ${source} ${local}`), local) },
        candidate: { name: 'through the product', run: () => rated(() => download(local), local) },
        atLeast: 0.7,
      },
      {
        name: 'a large file up to the target',
        unit: 'MB/s',
        baseline: { name: 'sftp', run: () => rated(() => sftp.run(`put ${source} ${uploaded}`), uploaded) },
        candidate: { name: 'through the product', run: () => rated(upload, uploaded) },
        atLeast: 0.7,
      },
      {
        name: 'raw bulk bytes from the target',
        unit: 'MB/s',
        baseline: {
          name: 'ssh cat',
          run: () => rated(() => stage.target.secondsOf(`cat ${source}`, { terminal: false })),
        },
        candidate: { name: 'through the product', run: () => rated(() => download('/dev/null')) },
        atLeast: 0.7,
      },
      {
        name: 'memory of the product while large files passed through it, most above its rest',
        unit: 'MB',
        candidate: { name: 'highest', run: async () => Math.max(...growth) },
        atMost: 100,
        repetitions: 1,
      },
    ],
    close: async () => {
      sftp.close();
      await stage.close();
    },
  };
}
