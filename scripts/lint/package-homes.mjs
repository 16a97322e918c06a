import { AREAS } from './zones.mjs';

// Packages that have one home. `instead` completes the message "P may not be imported here: …".
export const packageHomes = [
  {
    packages: ['ssh2'],
    homes: [
      'server/src/protocols/ssh/',
      'server/src/protocols/ssh-server/',
      'server/src/demo/hosts/',
      'bench/src/',
    ],
    instead: 'go through server/src/protocols/ssh or server/src/protocols/ssh-server',
  },
  {
    packages: ['openid-client', 'jose'],
    homes: ['server/src/protocols/oidc/'],
    instead: 'providers are asked by server/src/protocols/oidc, which dials as the product does',
  },
  {
    packages: ['ldapts'],
    homes: ['server/src/protocols/ldap/'],
    instead: 'directories are asked by server/src/protocols/ldap, which dials as the product does',
  },
  {
    packages: ['saxes'],
    homes: ['server/src/protocols/collector/'],
    instead: 'what hosts write as XML is read by server/src/protocols/collector/xml.ts, within limits',
  },
  {
    packages: ['better-sqlite3', 'pg'],
    homes: ['server/src/db/', 'e2e/src/support/postgres.ts', 'bench/src/'],
    instead: 'write the query with Kysely in a *.repository.ts',
  },
  {
    packages: ['kysely'],
    homes: ['server/src/db/', new RegExp(`^server/src/(?:${AREAS.join('|')}|work)/.+\\.repository\\.ts$`)],
    instead: 'put the query into a *.repository.ts and give it a name',
  },
  {
    packages: ['fastify', '@fastify/*'],
    homes: ['server/src/http/', 'server/src/ws/', 'server/src/app.ts', 'server/src/server.ts'],
    instead: 'declare the endpoint in contract/ and register it through server/src/http',
  },
  {
    packages: ['guacamole-common-js'],
    homes: ['web/src/components/desktop/', 'web/src/features/session/desktop/'],
    instead: 'desktops are drawn by web/src/features/session/desktop and web/src/components/desktop',
  },
  {
    packages: ['@xterm/*'],
    homes: ['server/', 'web/src/components/terminal/', 'web/src/features/session/terminal/'],
    instead: 'terminals are drawn by web/src/features/session/terminal and web/src/components/terminal',
  },
  {
    packages: ['antd', '@ant-design/*'],
    homes: ['web/src/app/', 'web/src/components/', 'web/src/hooks/', 'web/src/features/', 'web/src/main.tsx'],
    instead: 'this code shows nothing; let a component do it',
  },
  {
    packages: [
      'react',
      'react-dom',
      'react-router',
      'react-i18next',
      '@tanstack/*',
      'i18next',
      'dayjs',
      'qs',
    ],
    homes: ['web/'],
    instead: 'this package belongs to the console',
  },
  {
    // Client programs of vendors run what is typed into them on the machine they run on, which is the bastion.
    // guacd is the one program beside us, apart and under limits; and an operator may have it installed.
    packages: ['node:child_process'],
    homes: [
      'server/src/protocols/guacd/guacd-process.ts',
      'server/src/cli/install-guacd.ts',
      // itself, as the hosts of the demo
      'server/src/demo/hosts-child.ts',
      // pg_dump and pg_restore: see docs/backup.md
      'server/src/db/postgres-dump.ts',
      'e2e/',
      'bench/',
      'scripts/',
    ],
    instead: 'the server starts no program: speak the protocol',
  },
  {
    packages: ['node:*'],
    homes: [
      'server/',
      'e2e/',
      'bench/',
      'scripts/',
      'web/vite.config.ts',
      'web/early-login.ts',
      'web/lean-packages.ts',
      'vitest.config.ts',
    ],
    instead: 'this code also runs in a browser',
  },
];
