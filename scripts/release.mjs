// npm run release -- --key <path>: builds, packs what runs, and writes bill of materials, sums and their signature.
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { build } from './lib/build-targets.mjs';
import { ensureNode } from './lib/node-version.mjs';
import { ensurePackages } from './lib/packages.mjs';
import { BEST, precompress } from './lib/precompress.mjs';
import { packFolder, signSums, stageRelease, writeSums } from './lib/release.mjs';
import { root } from './lib/root.mjs';
import { run } from './lib/run.mjs';
import { fail, say } from './lib/say.mjs';
import { SBOM_FILE } from './lib/sbom.mjs';

await ensureNode();
const { values } = parseArgs({ options: { key: { type: 'string' } } });
const key = values.key ?? process.env.JADEGATE_RELEASE_KEY;
if (!key || !existsSync(key)) {
  fail(
    '請以 --key 或 JADEGATE_RELEASE_KEY 指定簽署用的 SSH 私密金鑰檔案。',
    'Name the file of the SSH private key to sign with: npm run release -- --key <path>, or JADEGATE_RELEASE_KEY.',
  );
}

const changes = await run('git', ['status', '--porcelain']);
if (!changes.ok || changes.output !== '') {
  console.error(changes.output);
  fail(
    '只能從沒有未提交變更的 git 工作目錄製作發行版。',
    'A release is made from a git checkout without changes that are not committed.',
  );
}
const head = await run('git', ['log', '-1', '--format=%H %ct']);
const [commit, seconds] = head.output.trim().split(' ');

await ensurePackages();
const built = await build();
if (!built.ok) {
  console.error(built.output);
  fail('建置失敗，原因見上。', 'The build failed, see above.');
}
await precompress(join(root, 'web/dist'), BEST);

const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
const name = `jadegate-${version}`;
const folder = join(root, 'dist', name);
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const stage = await mkdtemp(join(tmpdir(), 'jadegate-release-'));
try {
  await stageRelease({ from: root, to: join(stage, name), commit });
  const packed = await packFolder(join(stage, name), join(folder, `${name}.tar.gz`), seconds);
  if (!packed.ok) {
    console.error(packed.output);
    fail(
      '打包失敗，原因見上；需要 GNU tar 與 gzip。',
      'Packing failed, see above; it needs GNU tar and gzip.',
    );
  }
} finally {
  await rm(stage, { recursive: true, force: true });
}
await cp(join(root, SBOM_FILE), join(folder, `${name}.sbom.cdx.json`));
await writeSums(folder);
const signed = await signSums(folder, key);
if (!signed.ok) {
  console.error(signed.output);
  await rm(folder, { recursive: true, force: true });
  fail(
    '無法簽署，因此沒有製作發行版。原因見上。',
    'It could not be signed, so there is no release; see above.',
  );
}
say(`發行版在 dist/${name}。`, `The release is in dist/${name}.`);
