import {
  LDAP_IDS,
  LDAP_NESTINGS,
  LDAP_SECURITIES,
  type LdapSecurity,
} from '@jadegate/contract/identity/ldap';
import { SOURCE_CREATIONS } from '@jadegate/contract/identity/source-text';
import { Alert, AutoComplete, Divider, Form, Input, InputNumber, Segmented, Switch, theme } from 'antd';
import { useTranslation } from 'react-i18next';

import { FormField } from '../../../components/form/FormField.tsx';
import { ManySelect } from '../../../components/form/ManySelect.tsx';
import { SecretField } from '../../../components/SecretField.tsx';
import { DirectoryPreview } from './DirectoryPreview.tsx';
import { RulesField } from './RulesField.tsx';
import type { KindFieldsProps, SourceField } from './source-form.ts';

const Field = FormField<SourceField>;
const plain = { autoComplete: 'off', spellCheck: false } as const;

/** What is entered about a directory. */
export function LdapFields({ id, isSecretStored }: KindFieldsProps) {
  const { t } = useTranslation('identity-source');
  return (
    <>
      <Divider>{t('section.server')}</Divider>
      <ServerFields isSecretStored={isSecretStored} />
      <Divider>{t('section.entries')}</Divider>
      <EntryFields />
      <Divider>{t('section.groups')}</Divider>
      <GroupFields />
      <Divider>{t('section.people')}</Divider>
      <PeopleFields />
      <DirectoryPreview id={id} />
    </>
  );
}

function ServerFields({ isSecretStored }: { isSecretStored: boolean }) {
  const { t } = useTranslation('identity-source');
  const { token } = theme.useToken();
  const security = Form.useWatch<LdapSecurity>('security');
  const bindDn = Form.useWatch<string>('bindDn');
  return (
    <>
      <Field name="servers" label={t('field.servers')} help={t('help.servers')}>
        <ManySelect mode="tags" open={false} suffixIcon={null} tokenSeparators={[' ', ',', '，', '、']} />
      </Field>
      <Field name="security" label={t('field.security')}>
        <Segmented options={LDAP_SECURITIES.map((value) => ({ value, label: t(`security.${value}`) }))} />
      </Field>
      {security === 'plain' && (
        <>
          <Alert
            type="warning"
            showIcon
            title={t('notice.plainLdapLong')}
            style={{ marginBottom: token.marginSM }}
          />
          <Field name="allowsPlain" label={t('field.allowsPlain')} valuePropName="checked">
            <Switch />
          </Field>
        </>
      )}
      {security !== 'plain' && (
        <Field name="ca" label={t('field.ca')} help={t('help.ca')}>
          <Input.TextArea
            {...plain}
            autoSize={{ minRows: 2, maxRows: 8 }}
            placeholder="-----BEGIN CERTIFICATE-----"
            style={{ fontFamily: token.fontFamilyCode }}
          />
        </Field>
      )}
      <Field name="bindDn" label={t('field.bindDn')} help={t('help.bindDn')}>
        <Input {...plain} placeholder="cn=jadegate,dc=example,dc=com" />
      </Field>
      {bindDn !== '' && bindDn !== undefined && (
        <Field name="secret" label={t('field.bindPassword')} help={t('help.bindPassword')}>
          <SecretField stored={isSecretStored} />
        </Field>
      )}
    </>
  );
}

function EntryFields() {
  const { t } = useTranslation('identity-source');
  const ids = LDAP_IDS.map((value) => ({ value }));
  return (
    <>
      <Field name="peopleBase" label={t('field.peopleBase')} help={t('help.peopleBase')}>
        <Input {...plain} placeholder="ou=people,dc=example,dc=com" />
      </Field>
      <Field name="peopleFilter" label={t('field.peopleFilter')} help={t('help.peopleFilter')}>
        <Input {...plain} />
      </Field>
      <Field name="idAttribute" label={t('field.idAttribute')} help={t('help.idAttribute')}>
        <AutoComplete options={ids} />
      </Field>
      <Field name="usernameAttribute" label={t('field.usernameAttribute')} help={t('help.usernameAttribute')}>
        <Input {...plain} />
      </Field>
      <Field name="nicknameAttribute" label={t('field.nicknameAttribute')}>
        <Input {...plain} />
      </Field>
      <Field name="mailAttribute" label={t('field.mailAttribute')}>
        <Input {...plain} />
      </Field>
      <Field name="keyAttribute" label={t('field.keyAttribute')} help={t('help.keyAttribute')}>
        <Input {...plain} placeholder="sshPublicKey" />
      </Field>
    </>
  );
}

function GroupFields() {
  const { t } = useTranslation('identity-source');
  return (
    <>
      <Field name="groupsBase" label={t('field.groupsBase')} help={t('help.groupsBase')}>
        <Input {...plain} placeholder="ou=groups,dc=example,dc=com" />
      </Field>
      <Field name="groupsFilter" label={t('field.groupsFilter')}>
        <Input {...plain} />
      </Field>
      <Field name="groupNameAttribute" label={t('field.groupNameAttribute')}>
        <Input {...plain} />
      </Field>
      <Field name="nesting" label={t('field.nesting')} help={t('help.nesting')}>
        <Segmented options={LDAP_NESTINGS.map((value) => ({ value, label: t(`nesting.${value}`) }))} />
      </Field>
    </>
  );
}

function PeopleFields() {
  const { t } = useTranslation('identity-source');
  return (
    <>
      <Field name="rules" label={t('field.rules')} help={t('help.rules')}>
        <RulesField />
      </Field>
      <Field name="ignoresCase" label={t('field.ignoresCase')} valuePropName="checked">
        <Switch />
      </Field>
      <Field name="creation" label={t('field.creation')} help={t('help.creation')}>
        <Segmented options={SOURCE_CREATIONS.map((value) => ({ value, label: t(`creation.${value}`) }))} />
      </Field>
      <Field
        name="importsAll"
        label={t('field.importsAll')}
        help={t('help.importsAll')}
        valuePropName="checked"
      >
        <Switch />
      </Field>
      <Field name="syncMinutes" label={t('field.syncMinutes')} help={t('help.syncMinutes')}>
        <InputNumber precision={0} suffix={t('unit.minutes')} style={{ width: 160 }} />
      </Field>
    </>
  );
}
