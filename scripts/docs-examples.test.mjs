// The examples for proxies are taken from the pages themselves: each is read by its program, and one is worked through.
import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createPlain } from 'node:http';
import { createServer, get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { root } from './lib/root.mjs';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'jadegate-examples-'));
const pem = join(folder, 'gate.pem');
const HAPROXY = '/usr/sbin/haproxy';
const NGINX = '/usr/sbin/nginx';

const examplesOf = (page, language) =>
  [...readFileSync(join(root, 'docs', page), 'utf8').matchAll(/^```(\w+)\n([^]*?)^```$/gm)].flatMap(
    ([, word, text]) => (word === language ? [text] : []),
  );

/** With a certificate and places of this machine, and else as it is printed. */
function placed(text, places = {}) {
  const here = {
    '/etc/haproxy/gate.example.pem': pem,
    '/etc/haproxy/gate.pem': pem,
    '/etc/haproxy/ca.pem': pem,
    ...places,
  };
  return Object.entries(here).reduce((done, [from, to]) => done.replaceAll(from, to), text);
}

function written(name, text) {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

beforeAll(async () => {
  const key = join(folder, 'key.pem');
  const cert = join(folder, 'cert.pem');
  const request = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=gate.internal
    -addext subjectAltName=DNS:gate.internal -keyout ${key} -out ${cert}`;
  await run('openssl', request.split(/\s+/));
  writeFileSync(pem, readFileSync(cert, 'utf8') + readFileSync(key, 'utf8'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(!existsSync(HAPROXY))('haproxy', () => {
  it.each(['scale.md', 'operations.md'])('reads the example of %s without a word', async (page) => {
    const [text] = examplesOf(page, 'haproxy');
    const file = written(`${page}.cfg`, placed(text));
    const { stdout, stderr } = await run(HAPROXY, ['-c', '-f', file]);
    expect(`${stdout}${stderr}`.replace(/Configuration file is valid\s*/, '')).toBe('');
  });

  it('leads people to a server that is ready, over TLS, and to one that lives when none is', async () => {
    const codes = { one: 200, two: 200 };
    const credentials = { key: readFileSync(pem), cert: readFileSync(pem) };
    const servers = await Promise.all(
      Object.keys(codes).map(async (name) => {
        const server = createServer(credentials, ({ url, headers }, response) => {
          response.statusCode = url === '/readyz' ? codes[name] : 200;
          response.end(`${name} ${headers['x-forwarded-for']} ${headers['x-forwarded-proto']}`);
        });
        await new Promise((resolve) => void server.listen(0, '127.0.0.1', resolve));
        return server;
      }),
    );
    const port = await freePort();
    const [text] = examplesOf('scale.md', 'haproxy');
    const places = { ':443': `127.0.0.1:${port}`, 'bind :2222': `bind 127.0.0.1:${await freePort()}` };
    servers.forEach(
      (server, at) => (places[`10.0.0.1${at + 1}:8443`] = `127.0.0.1:${server.address().port}`),
    );
    const haproxy = spawn(HAPROXY, ['-db', '-f', written('run.cfg', placed(text, places))], {
      stdio: 'ignore',
    });
    const answered = async (wanted) => {
      await expect
        .poll(() => ask(port), { timeout: 15_000, interval: 100 })
        .toEqual(expect.stringMatching(wanted));
    };
    try {
      await answered(/^one 127\.0\.0\.1 https$/);
      await answered(/^two/);
      codes.one = 503;
      // Two checks, a second apart.
      await sleep(3500);
      const answers = [await ask(port), await ask(port), await ask(port)];
      expect(answers.every((answer) => answer.startsWith('two'))).toBe(true);
      codes.two = 503;
      await answered(/^one/);
    } finally {
      haproxy.kill('SIGKILL');
      servers.forEach((server) => server.close());
    }
  });
});

describe.skipIf(!existsSync(NGINX))('nginx', () => {
  it('reads the example of operations.md', async () => {
    const [text] = examplesOf('operations.md', 'nginx');
    const site = placed(text, { '/etc/ssl/gate.example.pem': pem, '/etc/ssl/private/gate.example.key': pem });
    const pid = join(folder, 'nginx.pid');
    const file = written(
      'nginx.conf',
      `pid ${pid};\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${site}}\n`,
    );
    const { stderr } = await run(NGINX, ['-t', '-c', file]);
    expect(stderr).toContain('test is successful');
  });
});

async function freePort() {
  const server = createPlain();
  await new Promise((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => void server.close(resolve));
  return port;
}

/** What is answered, or the failure in words. */
function ask(port) {
  return new Promise((resolve) => {
    const options = { host: '127.0.0.1', port, path: '/', rejectUnauthorized: false, agent: false };
    const asked = get(options, (response) => {
      let text = '';
      response.on('data', (chunk) => (text += chunk));
      response.on('end', () => resolve(text));
    });
    asked.on('error', (error) => resolve(String(error)));
  });
}
