import { ASSET_ATTRIBUTES, type AttributeName } from '@jadegate/contract/access/asset-attributes';
import type { TFunction } from 'i18next';

const HELPED = [
  'legacy-algorithms',
  'charset',
  'socks-proxy-enable',
  'enable-drive',
  'force-lossless',
  'enable-audio-input',
  'preconnection-id',
  'remote-app',
  'username-regex',
  'login-success-regex',
  'namespace',
  'container',
  'ignore-cert',
  'dest-host',
  'drive-path',
  'server-layout',
  'read-only',
] as const satisfies readonly AttributeName[];

/** A sentence where a person would hesitate. */
export function attributeHelp(t: TFunction<'asset'>, name: AttributeName): string | undefined {
  const helped = HELPED.find((one) => one === name);
  return helped && t(`attributeHelp.${helped}`);
}

/** What a stored value means to a person; most values are names that are the same everywhere. */
export function attributeValue(t: TFunction<'asset'>, name: AttributeName, value: string): string {
  if (value === 'true' || value === 'false') {
    return t(`choice.flag.${value}`);
  }
  switch (name) {
    case 'color-scheme':
      return isScheme(value) ? t(`choice.colorScheme.${value}`) : value;
    case 'color-depth':
      return t('choice.colorDepth', { bits: value });
    case 'backspace':
      return value === '8' ? t('choice.backspace.8') : t('choice.backspace.127');
    case 'cursor':
      return value === 'remote' ? t('choice.cursor.remote') : t('choice.cursor.local');
    case 'security':
      return isSecurity(value) ? t(`choice.security.${value}`) : value;
    case 'server-layout':
      return isLayout(value) ? t(`choice.serverLayout.${value}`) : value;
    case 'charset':
      return value.toUpperCase();
    default:
      return value;
  }
}

const isSecurity = (value: string): value is (typeof ASSET_ATTRIBUTES.security.choices)[number] =>
  ASSET_ATTRIBUTES.security.choices.some((one) => one === value);
const LAYOUTS = ASSET_ATTRIBUTES['server-layout'].choices;
const isLayout = (value: string): value is (typeof LAYOUTS)[number] => LAYOUTS.some((one) => one === value);

const SCHEMES = ['gray-black', 'green-black', 'white-black', 'black-white'] as const;
const isScheme = (value: string): value is (typeof SCHEMES)[number] =>
  SCHEMES.some((scheme) => scheme === value);
