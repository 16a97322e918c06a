// What VS Code's remote does with its ssh, step by step, on a real sshd: a shell that reads its script as input and stays, its
// server brought by scp, and everything else through forwards to what the script started.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { AssetKit } from '../../testing/assets.ts';
import { aStrategy } from '../../testing/grant-rows.ts';
import { SSHD } from '../../testing/many-hosts.ts';
import { OpenSsh } from '../../testing/open-ssh.ts';
import { useTestServer, USER_PASSWORD } from '../../testing/test-server.ts';
import { freePort } from '../../testing/tool-host.ts';
import { until } from '../../testing/until.ts';

const LONG_MS = 120_000;
const server = useTestServer({ takesSsh: true, engine: 'sqlite' });
const assets = new AssetKit(server);
const openSsh = new OpenSsh();
let assetId = '';
let folder = '';

beforeAll(async () => {
  await assets.login();
  const asset = await assets.created({ ...SSHD, ip: '127.0.0.1', name: 'code' });
  assetId = asset.id;
  await server.current.call('POST', `/assets/${assetId}/tcping`, { token: assets.token });
  folder = await mkdtemp(join(tmpdir(), 'jadegate-code-'));
  await chmod(folder, 0o777);
}, LONG_MS);
afterAll(async () => {
  openSsh.remove();
  await rm(folder, { recursive: true, force: true });
});

async function somebody(channels: string): Promise<string> {
  const strategy = await aStrategy(server.current, { channels, upload: 1, download: 1 });
  const { id, username } = await server.current.seedUser();
  await server.current.call('POST', '/authorised/users', {
    token: assets.token,
    body: { userIds: [id], assetId, strategyId: strategy.id },
  });
  return `${username}@code`;
}

const options = () => openSsh.options(server.current.services.nativeSsh.describe().port);

/** The server of the editor: answers at a port or a socket of its own what it was asked for. */
const SERVER = [
  'import http.server, os, socketserver, sys',
  'class Answer(http.server.BaseHTTPRequestHandler):',
  '  def address_string(self): return ""',
  '  def log_message(self, *_): pass',
  '  def do_GET(self):',
  '    self.send_response(200); self.end_headers(); self.wfile.write(f"served {self.path}".encode())',
  'class OnSocket(socketserver.ThreadingMixIn, socketserver.UnixStreamServer): pass',
  'where = sys.argv[1]',
  'one = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answer) if where == "port" else OnSocket(where, Answer)',
  'print(f"listeningOn=={one.server_port if where == \'port\' else where}==", flush=True)',
  'one.serve_forever()',
].join('\n');

/** `ssh -T … bash`, its script on standard input, until it says where the server listens. */
async function begin(user: string, where: string, ...forwards: string[]) {
  const args = [...options(), '-T', ...forwards, `${user}@127.0.0.1`, 'bash'];
  const shell = openSsh.start('ssh', args, { password: USER_PASSWORD });
  let output = '';
  let errors = '';
  shell.stdout.on('data', (bytes: Buffer) => (output += bytes.toString()));
  shell.stderr.on('data', (bytes: Buffer) => (errors += bytes.toString()));
  const script = [
    'echo "platform==$(uname -s)=="',
    `mkdir -p ${folder}/server && echo "ready==${folder}/server=="`,
    `until [ -s ${folder}/server/server.py ]; do sleep 0.1; done`,
    // It ends with its input, as the editor's does.
    `python3 ${folder}/server/server.py ${where} & cat > /dev/null; kill $!`,
  ];
  shell.stdin.write(`${script.join('\n')}\n`);
  await until(() => expect(`${output}${errors}`).toContain(`ready==${folder}/server==`));
  return { shell, output: () => output, errors: () => errors };
}

/** Brought from the computer of the person, as where the host reaches no network. */
async function bring(user: string): Promise<void> {
  await writeFile(join(openSsh.folder, 'server.py'), SERVER);
  const to = `${user}@127.0.0.1:${folder}/server/server.py`;
  const sent = await openSsh.run('scp', [...options(), join(openSsh.folder, 'server.py'), to], {
    password: USER_PASSWORD,
  });
  expect([sent.errors, sent.code]).toEqual(['', 0]);
  expect(await readFile(`${folder}/server/server.py`, 'utf8')).toBe(SERVER);
}

const fetched = async (...args: string[]) =>
  (await promisify(execFile)('curl', ['-sS', '--max-time', '20', ...args])).stdout;

it(
  'works with the switch for IDEs alone, through a SOCKS forward and through a socket',
  async () => {
    const user = await somebody('["ide"]');
    const socks = await freePort('127.0.0.1');
    const one = await begin(user, 'port', '-D', String(socks));
    await bring(user);
    await until(() => expect(one.output()).toMatch(/listeningOn==\d+==/));
    const [, port = ''] = /listeningOn==(\d+)==/.exec(one.output()) ?? [];
    const proxy = ['--socks5-hostname', `127.0.0.1:${socks}`];
    expect(await fetched(...proxy, `http://127.0.0.1:${port}/editor`)).toBe('served /editor');
    one.shell.stdin.end();
    one.shell.kill();
    await once(one.shell, 'close');

    const socket = `${folder}/server/code.sock`;
    const local = join(openSsh.folder, 'code.sock');
    const two = await begin(user, socket, '-L', `${local}:${socket}`);
    await until(() => expect(two.output()).toContain(`listeningOn==${socket}==`));
    expect(await fetched('--unix-socket', local, 'http://code/socket')).toBe('served /socket');
    two.shell.kill();
    await once(two.shell, 'close');

    // Those of the editor and of scp. A client is gone before its session is: that is over once its commands are written down.
    const { db } = server.current;
    await until(async () => {
      const sessions = await db.selectFrom('session').select('status').execute();
      expect(sessions.map(({ status }) => status)).toEqual(Array(3).fill('disconnected'));
    });
    const rows = await db.selectFrom('session_command').select('command').orderBy('id').execute();
    expect(rows).toEqual([{ command: 'bash' }, { command: 'bash' }]);
  },
  LONG_MS,
);

it(
  'gets no further than its script without that switch',
  async () => {
    const socks = await freePort('127.0.0.1');
    const user = await somebody('["exec"]');
    const { shell, errors } = await begin(user, 'port', '-D', String(socks));
    const proxy = ['--socks5-hostname', `127.0.0.1:${socks}`];
    await expect(fetched(...proxy, 'http://127.0.0.1:9/')).rejects.toThrow('curl');
    shell.kill();
    await once(shell, 'close');
    expect(errors()).toBe('');
    const talkative = await openSsh.run(
      'ssh',
      ['-o', 'LogLevel=INFO', ...options(), '-W', '127.0.0.1:9', `${user}@127.0.0.1`],
      { password: USER_PASSWORD },
    );
    expect(talkative.errors).toContain('The strategy does not allow "Local port forwarding (-L, -D)"');
  },
  LONG_MS,
);
