// jadegate-verify.mjs: one file that outsiders run with any Node from 20 on. It is compiled of what the product itself
// verifies with, and knows nothing else of the product.
import { open, type FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';

import { LANGUAGES, translate, type Language } from '@jadegate/contract/language';
import { EXIT_CODES, exitCodeOf, readFingerprint } from '@jadegate/contract/session/evidence/bundle';
import { reportLines } from '@jadegate/contract/session/evidence/report-text';
import { openBundle, verifyBundle } from '@jadegate/contract/session/evidence/verify-bundle';
import { UnsafeArchive, type ZipSource } from '@jadegate/contract/session/evidence/zip-reader';
import { EVIDENCE_WORDS } from '@jadegate/contract/words/evidence';

import { nodeCrypto } from '../recorders/evidence/node-crypto.ts';

const USAGE = `usage: node jadegate-verify.mjs <file.jgz> [--key-fingerprint <SHA-256>] [--json] [--lang zh-TW|en]

Says whether an evidence file is whole, incomplete or altered, and names the first bad place.
The fingerprint has to come from elsewhere than the file: the organisation shows it in the product, on paper, in its events.

exit codes: 0 whole, signer known    1 altered    2 incomplete    3 whole, signer unknown
            4 not signed    5 signed by somebody else    6 no evidence file    64 called wrongly`;

const inflate = promisify(inflateRaw);

interface Given {
  file: string;
  fingerprint?: string;
  isJson: boolean;
  languages: readonly Language[];
}

function readCall(args: readonly string[]): Given | undefined {
  const given: Given = { file: '', isJson: false, languages: LANGUAGES };
  const rest = [...args];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    const [name = '', inline] = arg.startsWith('--') ? arg.split('=', 2) : [''];
    if (name === '--json') {
      given.isJson = true;
    } else if (name === '--key-fingerprint') {
      const fingerprint = readFingerprint(inline ?? rest.shift() ?? '');
      if (fingerprint === undefined) {
        return undefined;
      }
      given.fingerprint = fingerprint;
    } else if (name === '--lang') {
      const wanted = inline ?? rest.shift();
      const language = LANGUAGES.find((one) => one === wanted);
      if (!language) {
        return undefined;
      }
      given.languages = [language];
    } else if (name !== '' || given.file !== '') {
      return undefined;
    } else {
      given.file = arg;
    }
  }
  return given.file === '' ? undefined : given;
}

function sourceOf(file: FileHandle, size: number): ZipSource {
  return {
    size,
    async read(from, length) {
      const room = Buffer.alloc(length);
      let read = 0;
      while (read < length) {
        const { bytesRead } = await file.read(room, read, length - read, from + read);
        if (bytesRead === 0) {
          break;
        }
        read += bytesRead;
      }
      return room.subarray(0, read);
    },
    async inflate(packed, bytes) {
      const unpacked = await inflate(packed, { maxOutputLength: Math.max(1, bytes) });
      if (unpacked.length !== bytes) {
        throw new UnsafeArchive('an entry of another size');
      }
      return unpacked;
    },
  };
}

async function main(args: readonly string[]): Promise<number> {
  const given = readCall(args);
  if (!given) {
    process.stderr.write(`${USAGE}\n`);
    return EXIT_CODES.usage;
  }
  const { languages, isJson, fingerprint } = given;
  const say = (text: string) => process.stdout.write(`${text}\n`);
  try {
    const file = await open(given.file, 'r');
    try {
      const zip = await openBundle(sourceOf(file, (await file.stat()).size));
      const report = await verifyBundle(zip, { crypto: nodeCrypto, fingerprint });
      const exitCode = exitCodeOf(report);
      const { manifest: _, ...told } = report;
      say(
        isJson
          ? JSON.stringify({ ...told, exitCode })
          : languages.map((language) => reportLines(report, language).join('\n')).join('\n\n'),
      );
      return exitCode;
    } finally {
      await file.close();
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    say(
      isJson
        ? JSON.stringify({ verdict: 'unreadable', reason, exitCode: EXIT_CODES.unreadable })
        : languages.map((one) => translate(EVIDENCE_WORDS.unreadable, one, { reason })).join('\n'),
    );
    return EXIT_CODES.unreadable;
  }
}

process.exitCode = await main(process.argv.slice(2));
