// npm run soak: the long forms of tests that have a short one in `npm test` (fuzzers, leaks, gigabytes). Takes an hour
// or more. Whoever changes what they cover runs them and says so. Names choose files by a part of their path, or one of two
// larger parts: `mutants` are the rules of docs/security.md, which are taken out one after the other; `postgresql` are the
// tests that npm test runs on SQLite alone.
//   npm run soak -- desktop                       what has this in its path
//   npm run soak -- --except=mutants,reach-walk   everything but these
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { beginSteps } from './lib/begin.mjs';
import { build } from './lib/build-targets.mjs';
import { hostsUnavailable, startHosts, stopHosts } from './lib/hosts.mjs';
import { root } from './lib/root.mjs';
import { runMutants } from './lib/run-mutants.mjs';
import { describeFailures, describeSlowest, runVitest } from './lib/vitest.mjs';

const EXCEPT = '--except=';

const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const exceptions = process.argv
  .slice(2)
  .filter((word) => word.startsWith(EXCEPT))
  .flatMap((word) => word.slice(EXCEPT.length).split(','));

/** What live sessions are about, once more with three servers behind haproxy, which gives each request to the next. */
const BEHIND_HAPROXY = [
  'session/byte-exact',
  'session/chaos-browser',
  'session/commands',
  'session/desktop',
  'session/desktop.soak',
  'session/desktop-join.soak',
  'session/desktop-microphone.soak',
  'session/desktop-playback.soak',
  'session/desktop-rdp.soak',
  'session/family-client',
  'session/family-desktop.soak',
  'files/family-files.soak',
  'files/file-editor.soak',
  'files/file-previews.soak',
  'files/file-rights.soak',
  'files/files',
  'files/files.soak',
  'session/session-wall.soak',
  'session/sessions',
  'session/sessions.soak',
  'session/sharing.soak',
  'session/telnet',
  'session/terminal',
  'session/terminal.soak',
  'session/terminal-care.soak',
  'session/typing',
].map((name) => join('e2e/src', `${name}.spec.ts`));

const ASKS_FOR_LONG_FORM = /\b(?:shortOrSoak|isSoak)\b/;

const steps = await beginSteps({ ownProcesses: true });
process.env.JADEGATE_SOAK = '1';

const testFiles = [];
const ofServer = await filesWithLongForm('server/src', '.test.ts');
const needsHosts = (file) => /\.(s3|hosts)(\.soak)?\.test\.ts$/.test(file);
const fromSource = ofServer.filter((file) => !needsHosts(file));
const atHosts = ofServer.filter(needsHosts);
const built = await filesWithLongForm('e2e/src', '.spec.ts');
const behindHaproxy = BEHIND_HAPROXY.filter(isNamed);
const noHosts = hostsUnavailable();
const withMutants = isPartNamed('mutants');
const withPostgres = isPartNamed('postgresql');
const asksHosts = withMutants || withPostgres || atHosts.length + built.length + behindHaproxy.length > 0;
try {
  if (fromSource.length > 0) {
    await soak('soak: server', () => runVitest(['server'], fromSource));
  }
  if (asksHosts && noHosts) {
    steps.skip('soak: hosts and e2e', noHosts);
  } else if (asksHosts) {
    await steps.run('hosts', startHosts);
  }
  if (withPostgres && !noHosts) {
    await soak('soak: PostgreSQL', onPostgres);
  }
  if (atHosts.length > 0 && !noHosts) {
    await soak('soak: hosts', () => runVitest(['server-pg'], atHosts));
  }
  if (withMutants) {
    const isStopped = () => steps.isInterrupted;
    await steps.run('soak: mutants', () => runMutants({ hosts: !noHosts, isStopped }));
  }
  if (built.length + behindHaproxy.length > 0 && !noHosts) {
    await steps.run('build', build);
  }
  if (behindHaproxy.length > 0 && !noHosts) {
    await soak('soak: e2e behind haproxy', withThreeServers);
  }
  if (built.length > 0 && !noHosts) {
    await soak('soak: e2e', () => runVitest(['e2e'], built));
    await soak('soak: e2e-plug', () => runVitest(['e2e-plug'], built, { ownNetwork: true }));
  }
} finally {
  if (asksHosts && !noHosts) {
    await stopHosts();
  }
}
const failures = describeFailures(testFiles);
if (failures.length > 0) {
  console.log(`\nwhat failed\n${failures.join('\n')}`);
}
console.log(`\nwhat each file took\n${describeSlowest(testFiles, Infinity).join('\n')}`);
console.log(`\n${steps.summary()}`);
process.exitCode = steps.failed ? 1 : 0;

async function soak(name, work) {
  const { files = [] } = await steps.run(name, work);
  testFiles.push(...files);
}

/** Every test of the server in its short form, also those that `npm test` runs on SQLite alone. */
async function onPostgres() {
  const { JADEGATE_SOAK } = process.env;
  delete process.env.JADEGATE_SOAK;
  process.env.JADEGATE_TEST_BOTH_ENGINES = '1';
  try {
    return await runVitest(['server-pg']);
  } finally {
    process.env.JADEGATE_SOAK = JADEGATE_SOAK;
    delete process.env.JADEGATE_TEST_BOTH_ENGINES;
  }
}

/** In their short form: what is long about it is that there are so many. */
async function withThreeServers() {
  const { JADEGATE_SOAK } = process.env;
  delete process.env.JADEGATE_SOAK;
  process.env.JADEGATE_E2E_SERVERS = '3';
  try {
    return await runVitest(['e2e'], behindHaproxy);
  } finally {
    process.env.JADEGATE_SOAK = JADEGATE_SOAK;
    delete process.env.JADEGATE_E2E_SERVERS;
  }
}

function isNamed(file) {
  const contains = (word) => file.includes(word);
  return (words.length === 0 || words.some(contains)) && !exceptions.some(contains);
}

function isPartNamed(part) {
  return (words.length === 0 || words.includes(part)) && !exceptions.includes(part);
}

/** The files that ask for the long form, and contain one of the words that were given. */
async function filesWithLongForm(folder, ending) {
  const names = await readdir(join(root, folder), { recursive: true });
  const files = names.filter((name) => name.endsWith(ending)).map((name) => join(folder, name));
  const texts = await Promise.all(files.map((file) => readFile(join(root, file), 'utf8')));
  return files.filter(
    (file, index) => (file.includes('.soak.') || ASKS_FOR_LONG_FORM.test(texts[index])) && isNamed(file),
  );
}
