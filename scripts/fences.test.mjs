// Proves that the fences bite: each wrong file must be reported by the rule meant for it, its right twin not.
import { beforeAll, describe, expect, it } from 'vitest';

import { lint } from './lint/lint-cases.mjs';

/** [sentence, rule, [wrong file, its code], [right file, its code]] */
const cases = [
  // who may import whom, on the server
  [
    'contract imports no package but zod',
    'jadegate(fences)',
    ['contract/src/a.ts', "import 'fastify';"],
    ['contract/src/b.ts', "import { z } from 'zod';\nexport const b = z;"],
  ],
  [
    'contract imports nothing of Node',
    'jadegate(fences)',
    ['contract/src/c.ts', "export * from 'node:fs';"],
    ['contract/src/c.test.ts', "export * from 'node:fs';"],
  ],
  [
    'contract imports nothing of ours',
    'jadegate(fences)',
    ['contract/src/d.ts', "export type { Clock } from '../../server/src/kernel/clock.ts';"],
    ['contract/src/e.ts', "export * from './words/menus.ts';"],
  ],
  [
    'an area of the contract knows those below it, and none above',
    'jadegate(fences)',
    ['contract/src/identity/f.ts', "export type { SessionRow } from '../session/session.ts';"],
    ['contract/src/session/f.ts', "export type { Role } from '../identity/role.ts';"],
  ],
  [
    'kernel imports no feature',
    'jadegate(fences)',
    ['server/src/kernel/a.ts', "import '../identity/user/user.service.ts';"],
    ['server/src/kernel/b.ts', "import '@jadegate/contract/error';"],
  ],
  [
    'db imports no feature',
    'jadegate(fences)',
    ['server/src/db/a.ts', "import '../identity/user/user.repository.ts';"],
    ['server/src/db/b.ts', "import '../kernel/id.ts';"],
  ],
  [
    'the demo uses the product through its API alone',
    'jadegate(fences)',
    ['server/src/demo/a.ts', "import '../identity/user/user.service.ts';"],
    ['server/src/demo/b.ts', "import '@jadegate/contract/envelope';"],
  ],
  [
    'the hosts of the demo know nothing of the product',
    'jadegate(fences)',
    ['server/src/demo/hosts/a.ts', "import '../demo-client.ts';"],
    ['server/src/demo/hosts/b.ts', "import 'ssh2';"],
  ],
  [
    'http imports no feature',
    'jadegate(fences)',
    ['server/src/http/a.ts', "import '../identity/user/user.service.ts';"],
    ['server/src/http/b.ts', "import '../kernel/app-error.ts';"],
  ],
  [
    'ws imports no feature, not even lazily',
    'jadegate(fences)',
    ['server/src/ws/a.ts', "export const a = async () => await import('../identity/user/user.service.ts');"],
    ['server/src/ws/b.ts', "export const b = async () => await import('../kernel/app-error.ts');"],
  ],
  [
    'a protocol does not know the database',
    'jadegate(fences)',
    ['server/src/protocols/ssh/a.ts', "import '../../db/database.ts';"],
    ['server/src/protocols/ssh/b.ts', "import '../protocol.ts';"],
  ],
  [
    'a protocol does not know another',
    'jadegate(fences)',
    ['server/src/protocols/vnc/a.ts', "import '../ssh/connect.ts';"],
    ['server/src/protocols/vnc/b.ts', "import '../guacd/connect.ts';"],
  ],
  [
    'dialling knows SSH and no other protocol',
    'jadegate(fences)',
    ['server/src/protocols/dial/a.ts', "import '../vnc/connect.ts';"],
    ['server/src/protocols/dial/b.ts', "import '../ssh/connect.ts';"],
  ],
  [
    'a recorder does not know features',
    'jadegate(fences)',
    ['server/src/recorders/a.ts', "import '../session/session/session.service.ts';"],
    ['server/src/recorders/b.ts', "import '../kernel/clock.ts';"],
  ],
  [
    'a session does not know the recorder of a terminal',
    'jadegate(fences)',
    ['server/src/session/session/a.ts', "import '../../recorders/terminal/writer.ts';"],
    ['server/src/session/session/b.ts', "import '../../recorders/recording.ts';"],
  ],
  [
    'a session does not know the socket of a terminal, also in its routes',
    'jadegate(fences)',
    ['server/src/session/session/a.routes.ts', "import '../../ws/terminal-connection.ts';"],
    ['server/src/session/terminal-session/a.routes.ts', "import '../../ws/terminal-connection.ts';"],
  ],
  [
    'a session does not know the kinds there are',
    'jadegate(fences)',
    ['server/src/session/session/c.ts', "import '../terminal-session/terminal.service.ts';"],
    ['server/src/session/terminal-session/c.ts', "import '../session/session-kind.ts';"],
  ],
  [
    'what is done around sessions does not know a terminal either',
    'jadegate(fences)',
    ['server/src/session/session-share/a.ts', "import '@jadegate/contract/session/terminal-socket';"],
    ['server/src/session/session-share/b.ts', "import '@jadegate/contract/session/session-notice';"],
  ],
  [
    "a feature uses another's service, not its repository",
    'jadegate(fences)',
    ['server/src/access/asset/asset.service.ts', "import '../credential/credential.repository.ts';"],
    ['server/src/access/asset/other.service.ts', "import '../credential/credential.service.ts';"],
  ],
  [
    'an area uses those below it, and none above',
    'jadegate(fences)',
    [
      'server/src/identity/user/g.ts',
      "import type { A } from '../../files/storage/storage.service.ts';\nexport type B = A;",
    ],
    [
      'server/src/files/storage/g.ts',
      "import type { A } from '../../identity/user/user.service.ts';\nexport type B = A;",
    ],
  ],
  [
    'the module of an area needs those before it, and none after',
    'jadegate(fences)',
    [
      'server/src/identity/module.ts',
      "import type { FilesModule } from '../files/module.ts';\nexport type A = FilesModule;",
    ],
    [
      'server/src/files/module.ts',
      "import type { IdentityModule } from '../identity/module.ts';\nexport type A = IdentityModule;",
    ],
  ],
  [
    'nor does it take a service out of a later one',
    'jadegate(fences)',
    ['server/src/access/parts.ts', "import '../fleet/node/node.service.ts';"],
    ['server/src/fleet/parts.ts', "import './node/node.repository.ts';\nimport './node/node.routes.ts';"],
  ],
  [
    'a feature does not know the module that puts it together',
    'jadegate(fences)',
    ['server/src/access/asset/h.ts', "import type { A } from '../module.ts';\nexport type B = A;"],
    ['server/src/access/second.ts', "import type { A } from './module.ts';\nexport type B = A;"],
  ],
  [
    "a feature does not use another's routes",
    'jadegate(fences)',
    ['server/src/access/asset/asset.routes.ts', "import '../credential/credential.routes.ts';"],
    ['server/src/access/asset/b.routes.ts', "import '../../http/api.ts';\nimport './asset.service.ts';"],
  ],
  [
    'a service does not know http',
    'jadegate(fences)',
    [
      'server/src/access/asset/c.service.ts',
      "import type { Api } from '../../http/api.ts';\nexport type A = Api;",
    ],
    ['server/src/access/asset/d.service.ts', "import './asset.repository.ts';"],
  ],
  [
    'a type in import() form counts',
    'jadegate(fences)',
    [
      'server/src/access/asset/e.service.ts',
      "export type A = import('../credential/credential.repository.ts').A;",
    ],
    [
      'server/src/access/asset/f.service.ts',
      "export type A = import('../credential/credential.service.ts').A;",
    ],
  ],
  [
    'the product does not use test support',
    'jadegate(fences)',
    ['server/src/app.ts', "import './testing/seed.ts';"],
    ['server/src/app.test.ts', "import './testing/seed.ts';"],
  ],
  [
    'a new folder needs a rule',
    'jadegate(fences)',
    ['server/src/helpers/a.ts', 'export const a = 1;'],
    ['server/src/services.ts', "import './identity/user/user.service.ts';"],
  ],

  [
    'no circular import, in types neither',
    'import(no-cycle)',
    ['server/src/kernel/circle-a.ts', "import type { B } from './circle-b.ts';\nexport type A = B | 1;"],
    ['server/src/kernel/line-a.ts', "import type { B } from './line-b.ts';\nexport type A = B | 1;"],
  ],

  // packages with one home
  [
    'ssh2 stays in protocols/ssh',
    'jadegate(fences)',
    ['server/src/session/session/a.service.ts', "import 'ssh2';"],
    ['server/src/protocols/ssh/c.ts', "import 'ssh2';"],
  ],
  [
    'better-sqlite3 stays in db',
    'jadegate(fences)',
    ['server/src/identity/user/a.repository.ts', "import 'better-sqlite3';"],
    ['server/src/db/c.ts', "import 'better-sqlite3';"],
  ],
  [
    'pg stays in db',
    'jadegate(fences)',
    ['server/src/main.ts', "import 'pg';"],
    ['server/src/db/d.ts', "import 'pg';"],
  ],
  [
    'Kysely stays in repositories',
    'jadegate(fences)',
    [
      'server/src/identity/user/a.service.ts',
      "import type { Kysely } from 'kysely';\nexport type A = Kysely<unknown>;",
    ],
    [
      'server/src/identity/user/b.repository.ts',
      "import type { Kysely } from 'kysely';\nexport type A = Kysely<unknown>;",
    ],
  ],
  [
    'fastify stays in http, ws and app',
    'jadegate(fences)',
    ['server/src/identity/user-admin/user-admin.routes.ts', "import 'fastify';"],
    ['server/src/http/c.ts', "import 'fastify';\nimport '@fastify/static';"],
  ],

  [
    'the server starts no program',
    'jadegate(fences)',
    [
      'server/src/protocols/telnet/a.ts',
      "import { spawn } from 'node:child_process';\nexport const a = spawn;",
    ],
    ['server/src/testing/a.ts', "import { spawn } from 'node:child_process';\nexport const a = spawn;"],
  ],

  // what a person may have entered is dialled, and judged, in one place
  [
    'a socket to a host is opened by the dialling module',
    'jadegate(dialling)',
    [
      'server/src/protocols/telnet/dial-a.ts',
      "import net from 'node:net';\nexport const a = (host: string) => net.connect({ host, port: 23 });",
    ],
    [
      'server/src/protocols/dial/tcp.ts',
      "import net from 'node:net';\nexport const a = (host: string) => net.connect({ host, port: 23 });",
    ],
  ],
  [
    'nor is it opened by another name',
    'jadegate(dialling)',
    [
      'server/src/access/asset/dial-b.ts',
      "import { createConnection as open } from 'node:net';\nexport const b = (port: number) => open(port, 'host');",
    ],
    [
      'server/src/access/asset/dial-c.ts',
      "import { createServer } from 'node:net';\nexport const c = createServer();",
    ],
  ],
  [
    'TLS is spoken over a stream that is there already',
    'jadegate(dialling)',
    [
      'server/src/protocols/rdp/dial-d.ts',
      "import tls from 'node:tls';\nexport const d = (host: string) => tls.connect({ host, port: 443 });",
    ],
    [
      'server/src/protocols/rdp/dial-e.ts',
      "import type { Duplex } from 'node:stream';\nimport tls from 'node:tls';\nexport const e = (socket: Duplex) => tls.connect({ socket });",
    ],
  ],
  [
    'so is HTTP',
    'jadegate(dialling)',
    [
      'server/src/protocols/web/dial-f.ts',
      "import https from 'node:https';\nexport const f = (url: URL) => https.get(url, { agent: false });",
    ],
    [
      'server/src/protocols/web/dial-g.ts',
      "import type { Duplex } from 'node:stream';\nimport https from 'node:https';\nexport const g = (url: URL, way: Duplex) => https.get(url, { createConnection: () => way });",
    ],
  ],
  [
    'with an agent it would not go over the stream that it names',
    'jadegate(dialling)',
    [
      'server/src/protocols/web/dial-j.ts',
      "import type { Duplex } from 'node:stream';\nimport http from 'node:http';\nexport const j = (way: Duplex) => http.get({ agent: false, createConnection: () => way });",
    ],
    [
      'server/src/protocols/web/dial-k.ts',
      "import type { Duplex } from 'node:stream';\nimport http from 'node:http';\nexport const k = (way: Duplex) => http.get({ createConnection: () => way });",
    ],
  ],
  [
    'and nothing is fetched',
    'jadegate(dialling)',
    ['server/src/platform/advisory/dial-h.ts', 'export const h = (url: URL) => fetch(url);'],
    ['server/src/platform/advisory/dial-h.test.ts', 'export const h = (url: URL) => fetch(url);'],
  ],
  [
    'a mail goes over such a stream, too',
    'jadegate(dialling)',
    [
      'server/src/platform/mail/dial-i.ts',
      "import { createTransport } from 'nodemailer';\nexport const i = (host: string) => createTransport({ host });",
    ],
    [
      'server/src/platform/mail/dial-j.ts',
      "import { createTransport } from 'nodemailer';\nexport const j = (host: string) => createTransport({ host, getSocket: () => undefined });",
    ],
  ],

  // the console and the other workspaces
  [
    'web/api does not know antd',
    'jadegate(fences)',
    ['web/src/api/a.ts', "import 'antd';"],
    ['web/src/api/b.ts', "import '@jadegate/contract/identity/user';"],
  ],
  [
    'web/api does not know features',
    'jadegate(fences)',
    ['web/src/api/c.ts', "import '../features/identity/auth/LoginPage.tsx';"],
    ['web/src/app/a.ts', "import '../features/identity/auth/LoginPage.tsx';"],
  ],
  [
    'a component makes no call',
    'jadegate(fences)',
    ['web/src/components/a.ts', "import '../api/call.ts';"],
    ['web/src/components/b.ts', "import 'antd';\nimport '../i18n/index.ts';"],
  ],
  [
    'a console feature does not know another',
    'jadegate(fences)',
    ['web/src/features/identity/auth/a.ts', "import '../user/user.queries.ts';"],
    [
      'web/src/features/identity/auth/b.ts',
      "import '../../../components/list/ListPage.tsx';\nimport './c.ts';",
    ],
  ],
  [
    'the session frame does not know the terminal in it',
    'jadegate(fences)',
    ['web/src/features/session/session-frame/a.ts', "import '../terminal/terminal-link.ts';"],
    ['web/src/features/session/terminal/a.ts', "import '../session-frame/tenant.ts';"],
  ],
  [
    'the session frame does not know shared parts of terminals',
    'jadegate(fences)',
    [
      'web/src/features/session/session-frame/b.ts',
      "import '../../../components/terminal/fixed-terminal.ts';",
    ],
    ['web/src/features/session/session-frame/c.ts', "import '../../../components/Screen.tsx';"],
  ],
  [
    'the session frame does not know the socket of terminals',
    'jadegate(fences)',
    ['web/src/features/session/session-frame/d.ts', "import '@jadegate/contract/session/terminal-socket';"],
    ['web/src/features/session/session-frame/e.ts', "import '@jadegate/contract/session/session-notice';"],
  ],
  [
    'the session frame does not know shared parts of desktops',
    'jadegate(fences)',
    [
      'web/src/features/session/session-frame/g.ts',
      "import '../../../components/desktop/desktop-picture.ts';",
    ],
    ['web/src/features/session/desktop/a.ts', "import '../../../components/desktop/desktop-picture.ts';"],
  ],
  [
    'only desktops draw with the library for them',
    'jadegate(fences)',
    ['web/src/features/session/session/b.ts', "import 'guacamole-common-js';"],
    ['web/src/components/desktop/a.ts', "import 'guacamole-common-js';"],
  ],
  [
    'only terminals draw with xterm',
    'jadegate(fences)',
    ['web/src/features/session/session-frame/f.ts', "import '@xterm/xterm';"],
    ['web/src/features/session/terminal/b.ts', "import '@xterm/xterm';"],
  ],
  [
    'the player does not know what a recording shows',
    'jadegate(fences)',
    ['web/src/features/session/session/player/a.ts', "import '../terminal-recording-screen.ts';"],
    ['web/src/features/session/session/a.ts', "import './player/playback-clock.ts';"],
  ],
  [
    'a kind of session knows no feature but the frame',
    'jadegate(fences)',
    ['web/src/features/session/terminal/c.ts', "import '../session-files/SessionFilesPanel.tsx';"],
    ['web/src/features/session/terminal/d.ts', "import '../session-frame/SessionFrame.tsx';"],
  ],
  [
    'the console does not import the server',
    'jadegate(fences)',
    ['web/src/main.tsx', "import '@jadegate/server/app';"],
    ['web/src/app/b.ts', "import '@jadegate/contract/identity/user';"],
  ],
  [
    'the console does not import Node',
    'jadegate(fences)',
    ['web/src/app/c.ts', "import 'fs';"],
    ['server/src/kernel/c.ts', "import 'node:fs';"],
  ],
  [
    'end-to-end tests do not import sources',
    'jadegate(fences)',
    ['e2e/src/a.spec.ts', "import '../../server/src/app.ts';"],
    ['e2e/src/b.spec.ts', "import './support/product.ts';\nimport '@jadegate/contract/identity/user';"],
  ],
  [
    'scripts need no package',
    'jadegate(fences)',
    ['scripts/a.mjs', "import 'vite';"],
    ['scripts/b.mjs', "import 'node:fs';\nimport './lib/root.mjs';"],
  ],

  // doors that stay shut
  [
    'process.env is read by config.ts only',
    'eslint(no-restricted-properties)',
    ['server/src/kernel/d.ts', "export const d = process.env['HOME'];"],
    ['server/src/config.ts', "export const d = process.env['HOME'];"],
  ],
  [
    'process.env cannot be taken apart either',
    'eslint(no-restricted-properties)',
    ['server/src/kernel/e.ts', 'export const { env } = process;'],
    ['server/src/kernel/f.ts', 'export const { pid } = process;'],
  ],
  [
    'exec is refused',
    'eslint(no-restricted-imports)',
    ['server/src/kernel/g.ts', "import { exec } from 'node:child_process';\nexport const g = exec;"],
    ['server/src/kernel/h.ts', "import { execFile } from 'node:child_process';\nexport const h = execFile;"],
  ],
  [
    'exec cannot hide in a namespace',
    'eslint(no-restricted-imports)',
    [
      'server/src/kernel/i.ts',
      "import * as processes from 'node:child_process';\nexport const i = processes;",
    ],
    ['server/src/kernel/j.ts', "import { spawn } from 'node:child_process';\nexport const j = spawn;"],
  ],
  [
    'no shell',
    'jadegate(unsafe-options)',
    ['server/src/kernel/k.ts', 'export const k = { shell: true };'],
    ['server/src/kernel/l.ts', 'export const l = { shell: false };'],
  ],
  [
    'no certificate is accepted unseen',
    'jadegate(unsafe-options)',
    ['server/src/kernel/m.ts', 'export const m = { rejectUnauthorized: false };'],
    ['server/src/kernel/n.ts', 'export const n = { rejectUnauthorized: true };'],
  ],
  [
    'Math.random is refused',
    'eslint(no-restricted-properties)',
    ['server/src/kernel/o.ts', 'export const o = Math.random();'],
    ['server/src/kernel/p.ts', 'export const p = Math.max(1, 2);'],
  ],
  [
    'no raw HTML',
    'react(no-danger)',
    ['web/src/components/A.tsx', "export const A = () => <p dangerouslySetInnerHTML={{ __html: '' }} />;"],
    ['web/src/components/B.tsx', 'export const B = () => <p />;'],
  ],
];

/** What imports of the cases above lead to, where a rule follows them. */
const support = {
  'server/src/kernel/circle-b.ts': "import type { A } from './circle-a.ts';\nexport type B = A | 2;",
  'server/src/kernel/line-b.ts': 'export type B = 2;',
};

let reports;
beforeAll(async () => {
  reports = await lint([
    ...cases.flatMap(([, , wrong, right]) => [wrong, right]),
    ...Object.entries(support),
  ]);
}, 60_000);

describe.each(cases)('%s', (_sentence, rule, [wrong], [right]) => {
  it(`reports ${wrong}`, () => {
    expect(reports.get(wrong)?.map(({ code }) => code) ?? []).toContain(rule);
  });
  it(`accepts ${right}`, () => {
    expect((reports.get(right) ?? []).filter(({ code }) => code === rule)).toEqual([]);
  });
});

it('says what to do instead', () => {
  expect(reports.get('server/src/session/session/a.service.ts')).toEqual([
    {
      code: 'jadegate(fences)',
      message:
        'ssh2 may not be imported here: go through server/src/protocols/ssh or server/src/protocols/ssh-server',
    },
  ]);
});
