import { SOURCE_ICONS, SOURCE_KINDS, type SourceKind } from '@jadegate/contract/identity/identity-source';
import { PRESET_VALUES, SOURCE_PRESETS, type SourcePreset } from '@jadegate/contract/identity/source-preset';
import { Alert, Divider, Flex, Form, Input, InputNumber, Segmented, Select, Switch, theme } from 'antd';
import { useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';

import { FormField } from '../../../components/form/FormField.tsx';
import { SourceIcon } from '../../../components/SourceIcon.tsx';
import { LdapFields } from './LdapFields.tsx';
import { OidcFields } from './OidcFields.tsx';
import { BLANKS, presetValues, type KindFieldsProps, type SourceField } from './source-form.ts';

const Field = FormField<SourceField>;

/** What each kind is asked. */
const FIELDS: Record<SourceKind, ComponentType<KindFieldsProps>> = { oidc: OidcFields, ldap: LdapFields };

interface IdentitySourceFieldsProps extends KindFieldsProps {
  kind: SourceKind;
  /** Of a new one only: what a source is stays. */
  onKind: ((kind: SourceKind) => void) | undefined;
}

export function IdentitySourceFields({ kind, onKind, ...stored }: IdentitySourceFieldsProps) {
  const { t } = useTranslation('identity-source');
  const KindFields = FIELDS[kind];
  return (
    <>
      {onKind && <KindField kind={kind} onKind={onKind} />}
      <Field name="name" label={t('field.name')} help={t('help.name')}>
        <Input autoComplete="off" />
      </Field>
      <Field name="key" label={t('field.key')} help={t('help.key')}>
        <Input autoComplete="off" spellCheck={false} disabled={onKind === undefined} />
      </Field>
      <KindFields {...stored} />
      <Divider>{t('section.shown')}</Divider>
      <Field name="icon" label={t('field.icon')}>
        <Select
          options={SOURCE_ICONS.map((icon) => ({
            value: icon,
            label: (
              <Flex align="center" gap={8}>
                <SourceIcon icon={icon} size={16} />
                {icon === 'key' || icon === 'people' ? t(`icon.${icon}`) : PRESET_VALUES[icon].name}
              </Flex>
            ),
          }))}
        />
      </Field>
      <Field name="position" label={t('field.position')} help={t('help.position')}>
        <InputNumber precision={0} />
      </Field>
      <Field name="enabled" label={t('field.enabled')} valuePropName="checked">
        <Switch />
      </Field>
    </>
  );
}

/** What the source speaks; and a preset that fills the fields in, and says what has to be set there. */
function KindField({ kind, onKind }: { kind: SourceKind; onKind: (kind: SourceKind) => void }) {
  const { t } = useTranslation('identity-source');
  const { token } = theme.useToken();
  const form = Form.useFormInstance();
  const [preset, setPreset] = useState<SourcePreset>();
  const choose = (chosen: SourceKind, values: object) => {
    onKind(chosen);
    form.setFieldsValue({ ...BLANKS[chosen], ...values });
  };
  return (
    <Flex vertical gap={token.marginXS} style={{ marginBottom: token.margin }}>
      <Segmented<SourceKind>
        aria-label={t('field.kind')}
        block
        value={kind}
        options={SOURCE_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
        onChange={(chosen) => {
          setPreset(undefined);
          choose(chosen, {});
        }}
      />
      <label htmlFor="source-preset">{t('field.preset')}</label>
      <Select
        id="source-preset"
        allowClear
        placeholder={t(`placeholder.preset.${kind}`)}
        value={preset}
        options={SOURCE_PRESETS.filter((value) => PRESET_VALUES[value].kind === kind).map((value) => ({
          value,
          label: PRESET_VALUES[value].name,
        }))}
        onChange={(chosen?: SourcePreset) => {
          setPreset(chosen);
          if (chosen !== undefined) {
            choose(kind, presetValues(chosen));
          }
        }}
      />
      {preset !== undefined && <Alert type="info" showIcon title={t(`preset.${preset}`)} />}
    </Flex>
  );
}
