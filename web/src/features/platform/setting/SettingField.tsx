import { SETTINGS, type SettingsInput, type SettingKey } from '@jadegate/contract/platform/setting';
import { DEFAULT_BRANDING } from '@jadegate/contract/words/branding';
import { Input, InputNumber, Select, Switch } from 'antd';
import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';
import * as z from 'zod';

import { FormField } from '../../../components/form/FormField.tsx';
import { SecretField } from '../../../components/SecretField.tsx';
import { useLanguage } from '../../../hooks/useLanguage.ts';
import { i18n } from '../../../i18n/index.ts';
import { KeepSelect } from './KeepSelect.tsx';
import { TimeZoneSelect } from './TimeZoneSelect.tsx';

const Field = FormField<keyof SettingsInput>;

type Words = ParseKeys<'setting'>;

const UNITS = {
  'font-size': 'pixels',
  'login-max-hours': 'hours',
  'login-remembered-max-days': 'days',
  'password-min-length': 'characters',
  'session-idle-minutes': 'minutes',
  'session-max-minutes': 'minutes',
  'session-reattach-seconds': 'seconds',
  'recording-max-mb': 'megabytes',
  'disk-free-percent': 'percent',
  'disk-free-mb': 'megabytes',
  'disk-end-mb': 'megabytes',
  'search-index-max-mb': 'megabytes',
  'event-outbox-max-mb': 'megabytes',
  'event-pull-days': 'days',
  'user-default-storage-size': 'megabytes',
  'reachability-interval-minutes': 'minutes',
  'vm-shutdown-seconds': 'seconds',
  'gpu-idle-minutes': 'minutes',
} as const satisfies Partial<Record<SettingKey, string>>;

const DEFAULT_TEXTS = {
  'branding-name': DEFAULT_BRANDING.name,
  'branding-copyright': DEFAULT_BRANDING.copyright,
  'branding-description': DEFAULT_BRANDING.description,
} as const;

function has<Table extends object>(table: Table, key: PropertyKey): key is keyof Table {
  return Object.hasOwn(table, key);
}

/** What the setting holds, without what only reads or empties it. */
function leafOf(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodPipe) {
    return leafOf(schema.out);
  }
  return schema instanceof z.ZodNullable ? leafOf(schema.unwrap()) : schema;
}

/** Texts need room; everything else can share a line. */
export function isShortSetting(name: SettingKey): boolean {
  return !(leafOf(SETTINGS[name].schema) instanceof z.ZodString);
}

interface SettingFieldProps {
  name: SettingKey;
  /** A secret is kept already. */
  isStored: boolean;
  isDisabled?: boolean;
}

/** The input that fits a setting: its kind comes from the contract, its words from the catalogue. */
export function SettingField({ name, isStored, isDisabled = false }: SettingFieldProps) {
  const { t } = useTranslation('setting');
  const { schema } = SETTINGS[name];
  const leaf = leafOf(schema);
  const helpKey = `help.${name}`;
  const help = i18n.exists(helpKey, { ns: 'setting' }) ? t(helpKey as Words) : undefined;
  const common = { name, label: t(`field.${name}`), help };
  if (leaf instanceof z.ZodBoolean) {
    return (
      <Field {...common} valuePropName="checked">
        <Switch disabled={isDisabled} />
      </Field>
    );
  }
  return (
    <Field {...common} required={!(leaf instanceof z.ZodEnum) && !accepts(schema, '')}>
      {name.endsWith('-saved-limit') ? (
        <KeepSelect disabled={isDisabled} />
      ) : (
        <SettingInput name={name} leaf={leaf} isStored={isStored} />
      )}
    </Field>
  );
}

interface SettingInputProps {
  name: SettingKey;
  leaf: z.core.$ZodType;
  isStored: boolean;
}

function SettingInput({ name, leaf, isStored, ...input }: SettingInputProps) {
  const { t } = useTranslation('setting');
  const language = useLanguage();
  if (name === 'mail-password') {
    return <SecretField {...input} stored={isStored} />;
  }
  if (name === 'time-zone') {
    return <TimeZoneSelect {...input} />;
  }
  if (leaf instanceof z.ZodEnum) {
    const label = (value: string) => {
      // A number alone would be moved to the front of its catalogue.
      const word = /^\d+$/.test(value) ? `n${value}` : value || 'default';
      const key = `choice.${name}.${word}`;
      return i18n.exists(key, { ns: 'setting' }) ? t(key as Words) : value || t('choice.cursor.default');
    };
    const options = leaf.options.map((value) => ({ value: String(value), label: label(String(value)) }));
    return <Select {...input} options={options} />;
  }
  if (leaf instanceof z.ZodNumber) {
    const unit = has(UNITS, name) ? t(`unit.${UNITS[name]}`) : undefined;
    return <InputNumber {...input} suffix={unit} precision={0} style={{ width: '100%' }} />;
  }
  const placeholder = has(DEFAULT_TEXTS, name) ? DEFAULT_TEXTS[name][language] : undefined;
  return (
    <Input {...input} placeholder={placeholder} allowClear={placeholder !== undefined} autoComplete="off" />
  );
}

function accepts(schema: z.ZodType, value: unknown): boolean {
  return schema.safeParse(value).success;
}
