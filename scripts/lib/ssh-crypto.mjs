// ssh2 can let C++ encrypt: a terminal then costs a third of the processor time. Its own install step wants Python, make
// and whatever headers npm is set up with; the one file it consists of needs a compiler alone, and the headers of the Node
// that runs, which lie beside that Node.
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { progress } from './progress.mjs';
import { root } from './root.mjs';
import { run } from './run.mjs';

const SOURCE = 'node_modules/ssh2/lib/protocol/crypto';
const BINDING = join(root, SOURCE, 'build/Release/sshcrypto.node');

/** Whether ssh2 will find it. */
export function loadsSshCrypto() {
  try {
    createRequire(import.meta.url)(BINDING);
    return true;
  } catch {
    return false;
  }
}

/**
 * Compiles it. Answers { ok, output }, whatever happens (no compiler, a folder that only somebody else may write): the product
 * works without, more slowly. For another Node than the one that runs, `headers` is the folder of its C++ headers and
 * `compiler` one that compiles for its processor.
 */
export async function compileSshCrypto(
  binding = BINDING,
  { headers, compiler = process.env.CXX ?? 'c++' } = {},
) {
  try {
    return await compile(binding, headers ?? (await ownHeaders()), compiler);
  } catch (error) {
    return { ok: false, output: String(error) };
  }
}

async function compile(binding, headers, compiler) {
  if (headers === undefined) {
    return { ok: false, output: `there are no C++ headers of Node.js ${process.version} beside it` };
  }
  return await progress.step('編譯 SSH 加密元件', 'Compiling the SSH crypto binding', async () => {
    await mkdir(dirname(binding), { recursive: true });
    const source = `${binding}.${process.pid}.cc`;
    // half a file must never be loaded
    const unfinished = `${binding}.${process.pid}`;
    try {
      const text = await readFile(join(root, SOURCE, 'src/binding.cc'), 'utf8');
      // contexts lost this method in the V8 of Node 26; in our threads there is one isolate each
      await writeFile(source, text.replaceAll('context->GetIsolate()', 'v8::Isolate::GetCurrent()'));
      const result = await run(compiler, [
        ...'-shared -fPIC -O3 -std=c++20 -fno-rtti -fno-exceptions -w'.split(' '),
        '-DNODE_GYP_MODULE_NAME=sshcrypto',
        '-DBUILDING_NODE_EXTENSION',
        '-DOPENSSL_API_COMPAT=0x10100000L',
        // the same in every Node that we take
        `-DREAL_OPENSSL_MAJOR=${process.versions.openssl.split('.')[0]}`,
        `-I${headers}`,
        `-I${root}/node_modules/nan`,
        ...(process.platform === 'darwin' ? ['-undefined', 'dynamic_lookup'] : []),
        '-o',
        unfinished,
        source,
      ]);
      if (result.ok) {
        await rename(unfinished, binding);
      }
      return result;
    } finally {
      await Promise.all([source, unfinished].map((path) => rm(path, { force: true })));
    }
  });
}

/** Where the headers of this very Node are: those of another give a binding that does not load. */
async function ownHeaders() {
  const folder = join(dirname(process.execPath), '../include/node');
  const text = existsSync(folder) ? await readFile(join(folder, 'node_version.h'), 'utf8') : '';
  const abi = /^#define NODE_MODULE_VERSION (\d+)$/m.exec(text)?.[1];
  return abi === process.versions.modules ? folder : undefined;
}
