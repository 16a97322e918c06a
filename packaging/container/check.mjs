// Run inside the container by check.sh: waits for the server, then asks what an operator would. Ends with 1 and a sentence.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const ADDRESS = 'http://127.0.0.1:8088';
const PRODUCT = 10_001;
const DEADLINE = performance.now() + 60_000;

function require(isSo, what) {
  if (!isSo) {
    process.stderr.write(`not so: ${what}\n`);
    process.exit(1);
  }
  process.stdout.write(`  ${what}\n`);
}

function canWrite(file) {
  try {
    writeFileSync(file, '');
    return true;
  } catch {
    return false;
  }
}

const answers = async (path) =>
  fetch(`${ADDRESS}${path}`).then(
    ({ ok }) => ok,
    () => false,
  );
while (!(await answers('/readyz')) && performance.now() < DEADLINE) {
  await sleep(100);
}
require(await answers('/readyz'), 'the server is ready');
execFileSync(process.execPath, ['/opt/jadegate/healthcheck.mjs']);
require(true, 'the health check of the image succeeds');

require(process.getuid() === PRODUCT, `it runs as uid ${PRODUCT}`);
require(statSync('/data/master.key').uid === PRODUCT, 'its data belongs to that user');
const status = readFileSync('/proc/self/status', 'utf8');
require(/^CapBnd:\s+0+$/m.test(status) &&
  /^NoNewPrivs:\s+1$/m.test(status), 'it has no capability, and no way to one');
require(['/opt/jadegate/x', '/etc/x', '/usr/bin/x', '/x'].every(
  (file) => !canWrite(file),
), 'the root is read-only');
require(canWrite('/tmp/x') && canWrite('/data/.check'), 'data and temporary files can be written');

const { JADEGATE_ADMIN_PASSWORD: password } = process.env;
const signedIn = await fetch(`${ADDRESS}/login`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ username: 'admin', password }),
}).then((response) => response.json());
require(signedIn.data?.token !== undefined, 'the administrator signs in');
const page = await fetch(ADDRESS, { headers: { accept: 'text/html' } }).then((response) => response.text());
require(page.includes('<html'), 'the console is served');
const socket = connect(2222, '127.0.0.1');
const [greeting] = await once(socket, 'data').catch(() => ['']);
socket.destroy();
require(String(greeting).startsWith('SSH-2.0-'), 'SSH clients are taken in');

if (existsSync('/usr/sbin/guacd')) {
  const headers = { 'X-Auth-Token': signedIn.data.token };
  const { data } = await fetch(`${ADDRESS}/properties/guacd`, { headers }).then((response) =>
    response.json(),
  );
  require(data.reachable, `guacd ${data.version} inside answers the server`);
}
