import { AccessGatewayInput } from '@jadegate/contract/access/access-gateway';
import { CredentialInput } from '@jadegate/contract/access/credential';

import { planSecrets, type SecretPlan } from '../../access/credential/credential.service.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Secret } from '../../kernel/secret.ts';
import {
  openAccount,
  ownerOf,
  unlessNone,
  type PlanContext,
  type PlannedThing,
  type SectionPlanner,
} from './plan.ts';
import { readOld } from './read-old.ts';

const nothingStored = async () => undefined;

type Account = Parameters<typeof planSecrets>[0];

/** Undefined where the key cannot be used. */
async function secretsOf(
  { inspectPrivateKey }: PlanContext,
  account: Account,
): Promise<SecretPlan | undefined> {
  try {
    return await planSecrets(account, nothingStored, inspectPrivateKey);
  } catch (error) {
    if (error instanceof AppError) {
      return undefined;
    }
    throw error;
  }
}

export function sealedAs(owner: string, put: Partial<Record<string, Secret>>) {
  return Object.entries(put).flatMap(([name, secret]) => (secret ? [{ owner, name, secret }] : []));
}

export const planCredentials: SectionPlanner = async function* (context, tally) {
  const { ids, names, origin, now, pace } = context;
  const found = await readOld(origin, 'credentials');
  tally.add(found);
  const things: PlannedThing[] = [];
  for (const credential of found.rows) {
    await pace();
    if (ids.isKnown('credential', credential.id)) {
      tally.know();
      continue;
    }
    const account = openAccount(context, credential, credential.encrypted);
    if (!account) {
      tally.leave(credential.name, 'secret_unreadable');
      continue;
    }
    const input = CredentialInput.safeParse({
      name: credential.name,
      type: credential.type,
      username: unlessNone(credential.username),
      ...account,
    });
    if (!input.success) {
      tally.leave(credential.name, 'not_accepted', input.error.issues[0]?.path.join('.'));
      continue;
    }
    const plan = await secretsOf(context, input.data);
    const name = plan && names.claim('credential', input.data.name);
    if (!plan || name === undefined) {
      tally.leave(credential.name, 'key_unusable');
      continue;
    }
    if (name !== input.data.name) {
      tally.change(input.data.name, 'renamed', name);
    }
    const id = ids.take('credential', credential.id);
    const created_at = credential.created || now;
    const { type, username } = input.data;
    const owner_id = ownerOf(context, tally, name, credential.owner);
    const row = {
      id,
      name,
      type,
      username,
      owner_id,
      ...plan.key,
      created_at,
      updated_at: created_at,
      addresses: '',
    };
    things.push({
      kind: 'credential',
      oldId: credential.id,
      newId: id,
      rows: [{ table: 'credential', row }],
      secrets: sealedAs(`credential:${id}`, plan.put),
    });
  }
  yield things;
};

/** They keep their secrets in clear text there. */
export const planGateways: SectionPlanner = async function* (context, tally) {
  const { ids, names, origin, now, pace } = context;
  const found = await readOld(origin, 'access_gateways');
  tally.add(found);
  const things: PlannedThing[] = [];
  for (const gateway of found.rows) {
    await pace();
    if (ids.isKnown('gateway', gateway.id)) {
      tally.know();
      continue;
    }
    const input = AccessGatewayInput.safeParse({
      name: gateway.name,
      ip: gateway.ip,
      port: gateway.port,
      accountType: gateway.account_type,
      username: unlessNone(gateway.username),
      password: unlessNone(gateway.password),
      privateKey: unlessNone(gateway.private_key),
      passphrase: unlessNone(gateway.passphrase),
      accessGatewayId: null,
    });
    if (!input.success) {
      tally.leave(gateway.name, 'not_accepted', input.error.issues[0]?.path.join('.'));
      continue;
    }
    const { accountType: account_type, ip, port, username } = input.data;
    const type = account_type === 'password' ? 'custom' : 'private-key';
    const plan = await secretsOf(context, { ...input.data, type });
    const name = plan && names.claim('gateway', input.data.name);
    if (!plan || name === undefined) {
      tally.leave(gateway.name, 'key_unusable');
      continue;
    }
    if (name !== input.data.name) {
      tally.change(input.data.name, 'renamed', name);
    }
    const id = ids.take('gateway', gateway.id);
    const created_at = gateway.created || now;
    const row = { id, name, ip, port, account_type, username, parent_id: null, created_at };
    things.push({
      kind: 'gateway',
      oldId: gateway.id,
      newId: id,
      rows: [{ table: 'access_gateway', row }],
      secrets: sealedAs(`gateway:${id}`, plan.put),
    });
  }
  yield things;
};
