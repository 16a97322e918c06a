import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Without the measures that it was once held to. */
const BUILD = `const { build } = await import('./scripts/lib/build-targets.mjs');
  const { ok, output } = await build();
  if (!ok) throw new Error(output);`;

/** The product as it was at an earlier commit, built in a folder of its own. Its packages must be those of today. */
export class FormerVersion {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** The last one that did not have a file yet. */
  static async before(file: string): Promise<FormerVersion> {
    const log = ['log', '--diff-filter=A', '--format=%H', '--', file];
    const added = execFileSync('git', ['-C', ROOT, ...log], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .at(-1);
    if (!added) {
      throw new Error(`no commit of this clone added ${file}`);
    }
    return FormerVersion.#build(`${added}~1`);
  }

  static async #build(commit: string): Promise<FormerVersion> {
    const folder = await mkdtemp(join(tmpdir(), 'jadegate-former-'));
    const run = (program: string, ...args: string[]) =>
      execFileSync(program, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 2 ** 28 });
    const lockAt = (at: string) => run('git', '-C', ROOT, 'show', `${at}:package-lock.json`);
    if (!lockAt(commit).equals(lockAt('HEAD'))) {
      throw new Error(`${commit} needs other packages than today's: take a newer one`);
    }
    run('sh', '-c', `git -C '${ROOT}' archive ${commit} | tar x`);
    // Links where that can be done; what they lead to is never written.
    run(
      'sh',
      '-c',
      `cp -al '${ROOT}/node_modules' . || { rm -rf node_modules; cp -a '${ROOT}/node_modules' .; }`,
    );
    run(process.execPath, '--input-type=module', '-e', BUILD);
    return new FormerVersion(folder);
  }

  /** What is started. */
  get main(): string {
    return join(this.#folder, 'server/dist/main.js');
  }

  remove(): Promise<void> {
    return rm(this.#folder, { recursive: true, force: true });
  }
}
