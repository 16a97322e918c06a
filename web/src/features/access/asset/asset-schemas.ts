import {
  ACCOUNT_TYPES,
  AssetInput,
  AssetQuery,
  tagList,
  type AccountType,
  type Asset,
} from '@jadegate/contract/access/asset';
import {
  attributeSpec,
  attributeText,
  DEFAULT_PORTS,
  PROTOCOL_ATTRIBUTES,
  type AttributeName,
  type AttributeValue,
  type Protocol,
} from '@jadegate/contract/access/asset-attributes';
import { assetDestination, leadsElsewhere } from '@jadegate/contract/access/destination';
import { readNetworkSearch } from '@jadegate/contract/host';
import { LIMITS } from '@jadegate/contract/limits';
import { SearchText } from '@jadegate/contract/paging';
import * as z from 'zod';

/** The list's address: one network box instead of host and port, and tags as they stand in the URL. */
export const AssetListQuery = AssetQuery.omit({ ip: true, port: true, tags: true, active: true }).extend({
  network: SearchText,
  tags: z.string().optional(),
});
export type AssetListQuery = z.infer<typeof AssetListQuery>;

/** A port nobody has finished typing is no filter yet. */
export function toAssetQuery({ network, ...query }: AssetListQuery): z.input<typeof AssetQuery> {
  const { ip, port } = readNetworkSearch(network ?? '');
  const isPort = Number(port) >= 1 && Number(port) <= 65_535;
  return { ...query, ...(ip !== '' && { ip }), ...(isPort && { port }) };
}

/** The form: tags as a list, everything else as the contract has it. */
export const AssetForm = AssetInput.extend({
  accountType: z.enum(ACCOUNT_TYPES),
  tags: z.array(z.string().max(LIMITS.tag.max)).max(LIMITS.tagsPerAsset.max).default([]),
});
export type AssetFormInput = z.input<typeof AssetForm>;
export type AssetFormOutput = z.output<typeof AssetForm>;

export function accountTypesOf(protocol: Protocol): AccountType[] {
  if (protocol === 'kubernetes') {
    return [];
  }
  return protocol === 'ssh' ? ['custom', 'private-key', 'credential'] : ['custom', 'credential'];
}

export const NEW_ASSET: Partial<AssetFormInput> = {
  protocol: 'ssh',
  port: DEFAULT_PORTS.ssh,
  accountType: 'custom',
  tags: [],
};

/** As the inputs want it: switches are true or false, numbers are numbers. */
function attributeInput(name: AttributeName, text: string, isInherited: boolean): unknown {
  const { kind } = attributeSpec(name);
  if (kind === 'number') {
    return Number(text);
  }
  return kind === 'flag' && !isInherited ? text === 'true' : text;
}

/** What the form starts with: every attribute the asset has, shown or not, so that saving loses none. */
export function toForm(asset: Asset): AssetFormInput {
  const { name, protocol, ip, port, accountType, username, description } = asset;
  const attributes = PROTOCOL_ATTRIBUTES[protocol].flatMap((attribute) => {
    const text = asset[attribute];
    return text === undefined || text === ''
      ? []
      : [[attribute, attributeInput(attribute, text, Object.hasOwn(asset.inherited, attribute))]];
  });
  return {
    name,
    protocol,
    ip,
    port,
    accountType: protocol === 'kubernetes' ? 'custom' : accountType,
    username,
    description,
    credentialId: asset.credentialId || undefined,
    accessGatewayId: asset.accessGatewayId || undefined,
    tags: tagList(asset.tags),
    ...(Object.fromEntries(attributes) as Partial<AssetFormInput>),
  };
}

/** Only what the chosen protocol and account need. An attribute without a value is sent empty, which removes it. */
export function toBody(form: AssetFormOutput): z.input<typeof AssetInput> {
  const { name, protocol, ip, port, accountType, username, description, accessGatewayId } = form;
  const isKey = accountType === 'private-key';
  const isCredential = accountType === 'credential';
  const attributes = PROTOCOL_ATTRIBUTES[protocol].map((attribute) => [attribute, form[attribute] ?? '']);
  return {
    name,
    protocol,
    ip,
    port,
    accountType: protocol === 'kubernetes' ? '' : accountType,
    username: isCredential ? '' : username,
    password: isKey || isCredential ? '' : form.password,
    privateKey: isKey ? form.privateKey : '',
    passphrase: isKey ? form.passphrase : '',
    credentialId: isCredential ? form.credentialId : '',
    accessGatewayId: accessGatewayId ?? '',
    description,
    tags: form.tags.join(','),
    ...(Object.fromEntries(attributes) as Partial<z.input<typeof AssetInput>>),
  };
}

/** Whether an asset would lead elsewhere with what the form holds: the server then wants its secrets again. */
export function leadsElsewhereThan(asset: Asset, form: Partial<AssetFormInput>): boolean {
  const { protocol = asset.protocol, ip = '', port, accessGatewayId } = form;
  const gateway = typeof accessGatewayId === 'string' && accessGatewayId !== '' ? accessGatewayId : null;
  return leadsElsewhere(
    assetDestination(
      { ...asset, accessGatewayId: asset.accessGatewayId || null },
      attributeTexts(asset, asset.protocol),
    ),
    assetDestination(
      { protocol, ip: ip.trim(), port: Number(port), accessGatewayId: gateway },
      attributeTexts(form as Partial<Record<AttributeName, AttributeValue>>, protocol),
    ),
  );
}

function attributeTexts(
  from: Partial<Record<AttributeName, AttributeValue | undefined>>,
  protocol: Protocol,
): Record<string, string | undefined> {
  return Object.fromEntries(
    PROTOCOL_ATTRIBUTES[protocol].map((name) => [name, attributeText(from[name] ?? null) || undefined]),
  );
}

/** Values the form keeps but does not ask for: nobody could fill them in today. */
const UNASKED: readonly AttributeName[] = ['ssh-mode'];

export function askedAttributes(protocol: Protocol): AttributeName[] {
  return PROTOCOL_ATTRIBUTES[protocol].filter((name) => !UNASKED.includes(name));
}
