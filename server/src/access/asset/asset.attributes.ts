import type { AssetInput, AssetSecretName } from '@jadegate/contract/access/asset';
import {
  attributeSpec,
  attributeText,
  isSecretAttribute,
  PROTOCOL_ATTRIBUTES,
  SECRET_ATTRIBUTES,
  type AttributeName,
  type AttributeSpec,
  type Protocol,
} from '@jadegate/contract/access/asset-attributes';

import { Secret } from '../../kernel/secret.ts';
import type { Attributes } from './asset.repository.ts';

export interface AttributePlan {
  attributes: Attributes;
  put: Partial<Record<AssetSecretName, Secret>>;
  remove: readonly AssetSecretName[];
  /** Those that are asked for and still missing. */
  missing: readonly AttributeName[];
}

/**
 * What is stored after a write. Clients send only the fields they show, so an absent attribute is kept while the
 * protocol stays; an empty one is removed. Those of another protocol are dropped.
 */
export function planAttributes(
  input: AssetInput,
  before?: { protocol: Protocol; attributes: Attributes },
): AttributePlan {
  const names = PROTOCOL_ATTRIBUTES[input.protocol];
  const kept = before?.protocol === input.protocol ? before.attributes : {};
  const attributes: Attributes = { ...kept };
  for (const name of names) {
    const value = input[name];
    if (value === undefined || isSecretAttribute(name)) {
      continue;
    }
    const text = attributeText(value);
    if (text === '') {
      delete attributes[name];
    } else {
      attributes[name] = text;
    }
  }
  // A select that was emptied is not sent at all by the family's client, while its switch is.
  if (input['enable-drive'] !== undefined && input['drive-path'] === undefined) {
    delete attributes['drive-path'];
  }
  const isMissing = (name: AttributeName) =>
    attributeSpec(name).required === true &&
    applies(attributeSpec(name), attributes) &&
    !Object.hasOwn(attributes, name);
  return { attributes, missing: names.filter(isMissing), ...planSecretAttributes(input, attributes) };
}

/** An empty secret stays as it is. It goes when its switch is off: what is not used is not kept. */
function planSecretAttributes(input: AssetInput, attributes: Attributes) {
  const put: AttributePlan['put'] = {};
  const remove: AssetSecretName[] = [];
  for (const name of SECRET_ATTRIBUTES) {
    const isUsed =
      PROTOCOL_ATTRIBUTES[input.protocol].includes(name) && applies(attributeSpec(name), attributes);
    const text = attributeText(input[name] ?? null);
    if (!isUsed) {
      remove.push(name);
    } else if (text !== '') {
      put[name] = new Secret(text);
    }
  }
  return { put, remove };
}

function applies(spec: AttributeSpec, attributes: Attributes): boolean {
  return spec.needs === undefined || (attributes as Record<string, string>)[spec.needs] === 'true';
}
