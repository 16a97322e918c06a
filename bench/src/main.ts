import { assets } from './cases/assets.ts';
import { authorised } from './cases/authorised.ts';
import { deepPages } from './cases/deep-pages.ts';
import { desktop } from './cases/desktop.ts';
import { events } from './cases/events.ts';
import { firstLoad } from './cases/first-load.ts';
import { fleetScroll } from './cases/fleet-scroll.ts';
import { fleet } from './cases/fleet.ts';
import { nativeDoor, nativeMemory } from './cases/native-door.ts';
import { nodesHour, nodesMinute } from './cases/nodes.ts';
import { overviewPostgres } from './cases/overview-postgres.ts';
import { overview } from './cases/overview.ts';
import { pagedList } from './cases/paged-list.ts';
import { reachability } from './cases/reachability.ts';
import { servers } from './cases/servers.ts';
import { sessionSearch } from './cases/session-search.ts';
import { sftpTransfer } from './cases/sftp-transfer.ts';
import { storageUpload } from './cases/storage-upload.ts';
import { terminalCodec } from './cases/terminal-codec.ts';
import { terminalEcho } from './cases/terminal-echo.ts';
import { terminalMemory } from './cases/terminal-memory.ts';
import { terminalPrompt } from './cases/terminal-prompt.ts';
import { terminalRecording } from './cases/terminal-recording.ts';
import { terminalStalls } from './cases/terminal-stalls.ts';
import { terminalStream } from './cases/terminal-stream.ts';
import { userList } from './cases/user-list.ts';
import { compare, describe, type Suite } from './ratio.ts';

/**
 * npm run bench [-- name...]: all suites, or those whose name contains a word that was given. Each figure is measured
 * against a baseline of the same run.
 */
const REPETITIONS = 5;

const SUITES: readonly (readonly [name: string, prepare: () => Promise<Suite>])[] = [
  ['terminal-codec', terminalCodec],
  ['terminal-stream', terminalStream],
  ['terminal-echo', terminalEcho],
  ['terminal-prompt', terminalPrompt],
  ['terminal-stalls', terminalStalls],
  ['terminal-memory', terminalMemory],
  ['terminal-recording', terminalRecording],
  ['events', events],
  ['servers', servers],
  ['desktop', desktop],
  ['sftp-transfer', sftpTransfer],
  ['native-door', nativeDoor],
  ['native-memory', nativeMemory],
  ['first-load', firstLoad],
  ['storage-upload', storageUpload],
  ['paged-list', pagedList],
  ['assets', assets],
  ['deep-pages', deepPages],
  ['user-list', userList],
  ['reachability', reachability],
  ['authorised', authorised],
  ['session-search', sessionSearch],
  ['overview', overview],
  ['overview-postgres', overviewPostgres],
  ['nodes-minute', nodesMinute],
  ['nodes-hour', nodesHour],
  ['fleet-lists', fleet],
  ['fleet-scroll', fleetScroll],
];

async function run(prepare: () => Promise<Suite>): Promise<boolean> {
  const suite = await prepare();
  let areGood = true;
  try {
    for (const subject of suite.cases) {
      const result = await compare(subject, REPETITIONS);
      process.stdout.write(`${describe(result)}\n`);
      areGood &&= result.isGood;
    }
  } finally {
    await suite.close();
  }
  return areGood;
}

const words = process.argv.slice(2);
const chosen = SUITES.filter(([name]) => words.length === 0 || words.some((word) => name.includes(word)));
if (chosen.length === 0) {
  throw new Error(`no suite has such a name; there are: ${SUITES.map(([name]) => name).join(', ')}`);
}
let isGood = true;
for (const [, prepare] of chosen) {
  isGood = (await run(prepare)) && isGood;
}
process.exitCode = isGood ? 0 : 1;
