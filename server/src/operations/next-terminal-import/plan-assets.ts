import { AssetInput } from '@jadegate/contract/access/asset';
import { PROTOCOL_ATTRIBUTES, PROTOCOLS, type Protocol } from '@jadegate/contract/access/asset-attributes';
import { LIMITS } from '@jadegate/contract/limits';

import { planAccount, planAttributes, type AccountPlan } from '../../access/asset/asset.service.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { OldRow } from './old-tables.ts';
import { sealedAs } from './plan-accounts.ts';
import {
  openAccount,
  ownerOf,
  unlessNone,
  type PlanContext,
  type PlannedThing,
  type SectionPlanner,
  type Tally,
} from './plan.ts';
import { grouped, readOld } from './read-old.ts';
import { shortened } from './taken-names.ts';

type OldAsset = OldRow<'assets'>;
type OldAttribute = OldRow<'asset_attributes'>;

const nothingStored = async () => undefined;

export const planAssets: SectionPlanner = async function* (context, tally) {
  const { ids, origin, pace } = context;
  const found = await readOld(origin, 'assets');
  const attributes = grouped((await readOld(origin, 'asset_attributes')).rows, ({ asset_id }) => asset_id);
  tally.add(found);
  const things: PlannedThing[] = [];
  for (const asset of found.rows) {
    await pace();
    context.assetNames.set(asset.id, asset.name);
    if (ids.isKnown('asset', asset.id)) {
      tally.know();
      continue;
    }
    const thing = await planAsset(context, tally, asset, attributes.get(asset.id) ?? []);
    things.push(...(thing ? [thing] : []));
  }
  yield things;
};

async function planAsset(
  context: PlanContext,
  tally: Tally,
  asset: OldAsset,
  attributes: readonly OldAttribute[],
): Promise<PlannedThing | undefined> {
  const { ids, now } = context;
  const secrets = openAccount(context, asset, asset.encrypted);
  const [credentialId, accessGatewayId] = [
    unlessNone(asset.credential_id),
    unlessNone(asset.access_gateway_id),
  ];
  const usesCredential = asset.account_type === 'credential';
  const credential = usesCredential ? ids.resolve('credential', credentialId) : null;
  const gateway = accessGatewayId === '' ? null : ids.resolve('gateway', accessGatewayId);
  if (!secrets) {
    tally.leave(asset.name, 'secret_unreadable');
    return undefined;
  }
  const missing =
    credential === undefined ? 'credential_missing' : gateway === undefined ? 'gateway_missing' : undefined;
  if (missing !== undefined) {
    tally.leave(asset.name, missing);
    return undefined;
  }
  const parsed = parseAsset(context, asset, attributes, {
    ...secrets,
    credentialId: credential ?? null,
    accessGatewayId: gateway ?? null,
  });
  if (typeof parsed === 'string') {
    tally.leave(asset.name, 'not_accepted', parsed);
    return undefined;
  }
  const { input, dropped } = parsed;
  const account = await accountOf(context, input);
  if (!account) {
    tally.leave(asset.name, 'key_unusable');
    return undefined;
  }
  if (dropped.length > 0) {
    tally.change(asset.name, 'attributes_dropped', dropped.join(', '));
  }
  if (input.description !== unlessNone(asset.description).trim()) {
    tally.change(asset.name, 'cut_short', 'description');
  }
  const plan = planAttributes(input);
  const id = ids.take('asset', asset.id);
  const row = {
    id,
    name: input.name,
    protocol: input.protocol,
    ip: input.ip,
    port: input.port,
    account_type: account.accountType,
    username: account.username,
    credential_id: account.credentialId,
    description: input.description,
    owner_id: ownerOf(context, tally, asset.name, asset.owner),
    created_at: asset.created || now,
    access_gateway_id: input.accessGatewayId,
    last_access_at: asset.last_access_time || null,
  };
  return {
    kind: 'asset',
    oldId: asset.id,
    newId: id,
    rows: [
      { table: 'asset', row },
      ...input.tags.map((tag) => ({ table: 'asset_tag' as const, row: { asset_id: id, tag } })),
      ...Object.entries(plan.attributes).map(([name, value]) => ({
        table: 'asset_attribute' as const,
        row: { asset_id: id, name, value },
      })),
    ],
    secrets: sealedAs(`asset:${id}`, { ...account.put, ...plan.put }),
  };
}

interface Target {
  password: string;
  privateKey: string;
  passphrase: string;
  credentialId: string | null;
  accessGatewayId: string | null;
}

/** As somebody would enter it here. Parameters that are not accepted are dropped; anything else refuses the asset. */
function parseAsset(
  { ids }: PlanContext,
  asset: OldAsset,
  attributes: readonly OldAttribute[],
  target: Target,
): { input: AssetInput; dropped: string[] } | string {
  if (!isProtocol(asset.protocol)) {
    return 'protocol';
  }
  const taken: readonly string[] = PROTOCOL_ATTRIBUTES[asset.protocol];
  const wanted = new Map<string, string>();
  const dropped: string[] = [];
  for (const { name, value } of attributes) {
    const text = unlessNone(value);
    // A space is known by another id here, perhaps.
    const here = name === 'drive-path' && text !== '' ? ids.resolve('storage', text) : text;
    if (here === '') {
      continue;
    }
    if (here === undefined || !taken.includes(name)) {
      dropped.push(name);
    } else {
      wanted.set(name, here);
    }
  }
  const fields = {
    name: asset.name,
    protocol: asset.protocol,
    ip: asset.ip,
    port: asset.port,
    accountType: asset.account_type || 'custom',
    username: unlessNone(asset.username),
    description: shortened(unlessNone(asset.description).trim(), LIMITS.description.max),
    tags: asset.tags,
    ...target,
  };
  const first = AssetInput.safeParse({ ...fields, ...Object.fromEntries(wanted) });
  if (first.success) {
    return { input: first.data, dropped };
  }
  const faulty = first.error.issues.map(({ path }) => String(path[0]));
  for (const name of faulty.filter((one) => wanted.has(one))) {
    wanted.delete(name);
    dropped.push(name);
  }
  const second = AssetInput.safeParse({ ...fields, ...Object.fromEntries(wanted) });
  return second.success
    ? { input: second.data, dropped }
    : (second.error.issues[0]?.path.join('.') ?? 'name');
}

async function accountOf(
  { inspectPrivateKey }: PlanContext,
  input: AssetInput,
): Promise<AccountPlan | undefined> {
  try {
    return await planAccount(input, 'zh-TW', nothingStored, inspectPrivateKey);
  } catch (error) {
    if (error instanceof AppError) {
      return undefined;
    }
    throw error;
  }
}

function isProtocol(text: string): text is Protocol {
  return (PROTOCOLS as readonly string[]).includes(text);
}
