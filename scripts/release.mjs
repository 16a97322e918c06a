// npm run release -- --key <path>: builds, packs what runs in every form (archive, bundles, packages of systems), and writes bill
// of materials, sums, their signature, and one file of all of it. npm run release -- --check tries out what was made.
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { build } from './lib/build-targets.mjs';
import { ARCHITECTURES } from './lib/bundle.mjs';
import { ensureNode } from './lib/node-version.mjs';
import { ensurePackages } from './lib/packages.mjs';
import { BEST, precompress } from './lib/precompress.mjs';
import { COMPILER_PACKAGES, missingTools, packFor } from './lib/release-packages.mjs';
import { packFolder, packOffline, signSums, stageRelease, writeSums } from './lib/release.mjs';
import { root } from './lib/root.mjs';
import { requireOk, run } from './lib/run.mjs';
import { fail, say } from './lib/say.mjs';
import { SBOM_FILE } from './lib/sbom.mjs';

await ensureNode();
const { values } = parseArgs({ options: { key: { type: 'string' }, check: { type: 'boolean' } } });
const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
const name = `jadegate-${version}`;
const folder = join(root, 'dist', name);
if (values.check) {
  const { checkRelease } = await import('./lib/release-check.mjs');
  process.exit((await checkRelease({ folder, version })) ? 0 : 1);
}
const key = values.key ?? process.env.JADEGATE_RELEASE_KEY;
if (!key || !existsSync(key)) {
  fail(
    '請以 --key 或 JADEGATE_RELEASE_KEY 指定簽署用的 SSH 私密金鑰檔案。',
    'Name the file of the SSH private key to sign with: npm run release -- --key <path>, or JADEGATE_RELEASE_KEY.',
  );
}

const missing = await missingTools();
if (missing.length > 0) {
  fail(
    `缺少工具：${missing.join('、')}。Debian：apt install rpm ${COMPILER_PACKAGES}`,
    `Tools are missing: ${missing.join(', ')}. Debian: apt install rpm ${COMPILER_PACKAGES}`,
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

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const stage = await mkdtemp(join(tmpdir(), 'jadegate-release-'));
const trouble = await pack(stage).catch((/** @type {unknown} */ error) => String(error));
await rm(stage, { recursive: true, force: true });
if (trouble) {
  await rm(folder, { recursive: true, force: true });
  console.error(trouble);
  fail('打包失敗，因此沒有製作發行版。原因見上。', 'Packing failed, so there is no release; see above.');
}
for (const part of ['docs', 'manual', 'packaging/container', 'packaging/kubernetes']) {
  await cp(join(root, part), join(folder, part), { recursive: true });
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
const offline = join(root, 'dist', `${name}-offline.tar`);
requireOk(await packOffline(folder, offline, seconds));
say(
  `發行版在 dist/${name}，離線安裝檔是 dist/${name}-offline.tar。`,
  `The release is in dist/${name}; dist/${name}-offline.tar is all of it in one file.`,
);

async function pack(stage) {
  const release = join(stage, name);
  await stageRelease({ from: root, to: release, commit });
  requireOk(await packFolder(release, join(folder, `${name}.tar.gz`), seconds));
  const packOne = (architecture) => packFor({ architecture, release, stage, folder, version, seconds });
  await Promise.all(Object.keys(ARCHITECTURES).map(packOne));
}
