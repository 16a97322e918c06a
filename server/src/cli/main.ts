import { parseArgs } from 'node:util';

import { SUPER_ADMIN_ID } from '@jadegate/contract/role';

import { readConfig } from '../config.ts';
import { createLogger } from '../kernel/logger.ts';
import { createServices, type Services } from '../services.ts';
import { explainStartFailure } from '../start-failure.ts';

interface Verb {
  summary: string;
  /** The process exit code. */
  run(services: Services, flags: { forgetOld: boolean }): Promise<number>;
}

const OPERATOR = { address: 'local', userAgent: 'jadegate', language: 'zh-TW', requestId: '' } as const;

const VERBS: Record<string, Verb> = {
  'reset-admin': {
    summary: 'gives the first administrator a new one-time password and ends their logins',
    async run({ database, users, logins, loginPolicies, audit }) {
      const { username } = await users.get(SUPER_ADMIN_ID);
      const password = await database.transact(async (tx) => {
        const fresh = await users.resetFirstAdmin(tx);
        await logins.endAllOf(SUPER_ADMIN_ID, tx);
        await logins.clearLock(username, tx);
        await loginPolicies.unbindAllOf(SUPER_ADMIN_ID, tx);
        const object = { type: 'user', id: SUPER_ADMIN_ID, name: username };
        await audit.write(OPERATOR, { action: 'user.password-reset', object }, tx);
        return fresh;
      });
      print(`administrator account: ${username}`);
      print(`administrator password (shown once): ${password.expose()}`);
      return 0;
    },
  },
  'audit verify': {
    summary: 'checks the chain of audit entries and names the first broken one',
    async run({ audit }) {
      const { entries, brokenAt } = await audit.verify();
      if (brokenAt === undefined) {
        print(`the audit chain is whole: ${entries} entries`);
        return 0;
      }
      print(`the audit chain is broken at entry ${brokenAt}; ${entries} entries before it are whole`);
      return 1;
    },
  },
  'vault rotate': {
    summary:
      'seals every secret under a new master key (--forget-old also drops the old keys; stop the server first)',
    async run({ vault, audit }, { forgetOld }) {
      const { resealed } = await vault.rotate({ forgetOld });
      const object = { type: 'vault', id: '', name: '' };
      await audit.writeAlone(OPERATOR, { action: 'vault.rotated', object, detail: { resealed, forgetOld } });
      print(`${resealed} secrets were sealed under the new key`);
      return 0;
    },
  },
};

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function usage(): number {
  print('usage: npx jadegate <verb>');
  for (const [name, { summary }] of Object.entries(VERBS)) {
    print(`  ${name.padEnd(14)} ${summary}`);
  }
  return 2;
}

export async function runCli(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { 'forget-old': { type: 'boolean', default: false } },
  });
  const verb = VERBS[positionals.join(' ')];
  if (!verb) {
    return usage();
  }
  const config = readConfig();
  const services = await createServices({ ...config, logger: createLogger('warn') });
  try {
    return await verb.run(services, { forgetOld: values['forget-old'] });
  } finally {
    await services.close();
  }
}

export function explainCliFailure(error: unknown): string {
  const isUsage =
    error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  return isUsage ? `${error.message} (run: npx jadegate)` : explainStartFailure(error);
}
