// The product behind a real nginx with TLS, on 443 and elsewhere, with settings that are right and settings that are
// not: who may not connect is told what to change.
import { readFileSync } from 'node:fs';

import type { Asset } from '@jadegate/contract/access/asset';
import type { Page as Rows } from '@jadegate/contract/paging';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import * as hosts from '../hosts.ts';
import { shot, useBrowser } from '../support/browser.ts';
import { Client } from '../support/client.ts';
import { signIn, typeLogin } from '../support/console.ts';
import { freePort } from '../support/free-port.ts';
import { OwnNginx, PROXY_HOST, PROXY_SOURCE } from '../support/own-nginx.ts';
import { Product } from '../support/product.ts';
import { isSoak } from '../support/soak.ts';
import { connected, lines, openTerminal, run, shows } from '../support/terminal-page.ts';

const PASSWORD = 'a password for tests';
const MANUAL = new URL('../../../docs/operations.md', import.meta.url);

const browser = useBrowser();
const assets = new Map<Product, string>();
const tokens = new Map<Product, string>();
const ports = { usual: 0, documented: 0, deaf: 0, known: 0 };
let nginx: OwnNginx;
/** Knows of its proxy, but not under which address people reach it. */
let plain: Product;
/** Was told. Only in the soak: what it has to say is asked of the server's sockets by themselves. */
let told: Product | undefined;

async function start(env: Record<string, string>): Promise<Product> {
  const product = await Product.start({ env: { JADEGATE_ADMIN_PASSWORD: PASSWORD, ...env } });
  const admin = new Client(product.url);
  const login = { username: 'admin', password: PASSWORD };
  const { token } = await admin.make<{ token: string }>('/login', login);
  admin.useToken(token);
  tokens.set(product, token);
  const { port, username, password } = hosts.ssh;
  const account = { ip: hosts.LOOPBACK, port, accountType: 'custom', username, password };
  const { id } = await admin.make<Asset>('/assets', { name: 'web-01', protocol: 'ssh', ...account });
  await admin.call('POST', `/assets/${id}/tcping`);
  assets.set(product, id);
  return product;
}

const UPGRADES =
  'proxy_http_version 1.1; proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection upgrade;';

const forward = (port: number, product: Product, lines: string) => `
  server {
    listen ${PROXY_HOST}:${port} ssl;
    location / {
      proxy_pass http://${hosts.LOOPBACK}:${product.port};
      ${lines}
    }
  }`;

/** As most guides have it: the name without the port. */
const usual = (port: number, product: Product) =>
  forward(port, product, `proxy_set_header Host $host; ${UPGRADES}`);

const deaf = (port: number, product: Product) => forward(port, product, 'proxy_set_header Host $http_host;');

/** The example of the manual, word for word, but for its addresses and files. */
function documented(port: number, product: Product, cert: string, key: string): string {
  const example = /```nginx\n(.*?)```/s.exec(readFileSync(MANUAL, 'utf8'))?.[1] ?? '';
  const changes: [string, string][] = [
    ['listen 443 ssl;', `listen ${PROXY_HOST}:${port} ssl;`],
    ['127.0.0.1:8088', `${hosts.LOOPBACK}:${product.port}`],
    ['/etc/ssl/gate.example.pem', cert],
    ['/etc/ssl/private/gate.example.key', key],
  ];
  return changes.reduce((text, [from, to]) => {
    expect(text).toContain(from);
    return text.replace(from, to);
  }, example);
}

beforeAll(async () => {
  for (const name of ['usual', 'documented', 'deaf', 'known'] as const) {
    ports[name] = await freePort();
  }
  const env = { JADEGATE_TRUSTED_PROXIES: PROXY_SOURCE };
  plain = await start(env);
  told = isSoak
    ? await start({ ...env, JADEGATE_PUBLIC_URL: `https://${PROXY_HOST}:${ports.known}` })
    : undefined;
  nginx = await OwnNginx.start(443, (cert, key) =>
    [
      `ssl_certificate ${cert}; ssl_certificate_key ${key};`,
      usual(443, plain),
      usual(ports.usual, plain),
      deaf(ports.deaf, plain),
      ...(told ? [usual(ports.known, told)] : []),
      documented(ports.documented, plain, cert, key),
    ].join('\n'),
  );
});
afterAll(async () => {
  nginx.remove();
  await plain.dispose();
  await told?.dispose();
});

async function signedIn(port: number): Promise<Page> {
  const baseURL = `https://${PROXY_HOST}${port === 443 ? '' : `:${port}`}`;
  const page = await browser.newTerminalPage({ baseURL, ignoreHTTPSErrors: true });
  // Typed: the login goes through nginx as well.
  await page.goto('/login');
  await typeLogin(page, 'admin', PASSWORD);
  await page.waitForURL((url) => url.pathname !== '/login');
  return page;
}

/** The lines on the screen after a command was run. */
async function works(port: number, product = plain): Promise<string[]> {
  const page = await signedIn(port);
  await openTerminal(page, assets.get(product) ?? '', 'web-01');
  await connected(page);
  await run(page, "printf '%s%s\\n' through nginx");
  await shows(page, 'throughnginx');
  return lines(page);
}

describe('a terminal opens', () => {
  it.runIf(isSoak)('on 443, behind what most guides say', async () => {
    expect(await works(443)).toContain('throughnginx');
  });

  it('on another port, behind the example of the manual, and the login log has the address of the browser', async () => {
    await works(ports.documented);
    // The newest first. Without the forwarded address it would be that of nginx.
    const admin = new Client(plain.url).useToken(tokens.get(plain) ?? '');
    const { data } = await admin.call<Rows<{ clientIp: string }>>('GET', '/login-logs/paging');
    expect(data.items[0]?.clientIp).toBe(hosts.LOOPBACK);
  });

  it.runIf(isSoak)(
    'on another port, behind what most guides say, once the public address is set',
    async () => {
      expect(await works(ports.known, told)).toContain('throughnginx');
    },
  );
});

describe('a terminal that cannot be opened says why', () => {
  const open = async (port: number, product: Product, theme: 'light' | 'dark' = 'light') => {
    const page = await signedIn(port);
    await page.emulateMedia({ colorScheme: theme });
    const id = assets.get(product) ?? '';
    await page.goto(`/term?${new URLSearchParams({ assetId: id, assetName: 'web-01' }).toString()}`);
    return page;
  };

  it('where the proxy drops the port and nobody set the public address', async () => {
    const page = await open(ports.usual, plain);
    const alert = page.getByRole('alert').filter({ hasText: '即時連線被拒絕' });
    await alert.waitFor();
    const text = await alert.textContent();
    expect(text).toContain(`JADEGATE_PUBLIC_URL=https://${PROXY_HOST}:${ports.usual}`);
    expect(text).not.toContain('遠端的工作仍在進行');
    await shot(page, 'terminal-refused');
    await page.setViewportSize({ width: 390, height: 800 });
    await shot(page, 'terminal-refused-phone');
  });

  it.runIf(isSoak)('where the page was opened at another address than the public one', async () => {
    const product = told ?? plain;
    const page = await browser.newTerminalPage({ baseURL: product.url });
    const query = new URLSearchParams({ assetId: assets.get(product) ?? '', assetName: 'web-01' }).toString();
    await signIn(page, { password: PASSWORD, path: `/term?${query}` });
    const alert = page.getByRole('alert').filter({ hasText: 'JADEGATE_PUBLIC_URL' });
    await alert.waitFor();
    expect(await alert.textContent()).toContain(`https://${PROXY_HOST}:${ports.known}`);
  });

  it.runIf(isSoak)('where the proxy does not pass on what makes a socket', async () => {
    browser.expectProblem(/WebSocket connection to/);
    const page = await open(ports.deaf, plain, 'dark');
    const alert = page.getByRole('alert').filter({ hasText: 'Upgrade' });
    await alert.waitFor();
    expect(await alert.textContent()).toContain('伺服器有回應');
    await shot(page, 'terminal-blocked-dark');
  });
});
