import { CLIENT_AUTHENTICATIONS } from '@jadegate/contract/identity/oidc';
import { SOURCE_CREATIONS } from '@jadegate/contract/identity/source-text';
import { Alert, Divider, Form, Input, Segmented, Select, Switch } from 'antd';
import { useTranslation } from 'react-i18next';

import { FormField } from '../../../components/form/FormField.tsx';
import { ManySelect } from '../../../components/form/ManySelect.tsx';
import { SecretField } from '../../../components/SecretField.tsx';
import { RulesField } from './RulesField.tsx';
import type { KindFieldsProps, SourceField } from './source-form.ts';
import { SourceAddressList } from './SourceAddressList.tsx';

const Field = FormField<SourceField>;

/** Values of `amr` and `acr` that providers send for a second factor. */
const USUAL_FACTORS = ['mfa', 'otp', 'hwk', 'swk', 'fpt', 'phr', 'phrh'].map((value) => ({ value }));

/** What is entered about a provider that speaks OpenID Connect. */
export function OidcFields({ isSecretStored }: KindFieldsProps) {
  const { t } = useTranslation('identity-source');
  return (
    <>
      <SourceAddressList />
      <Divider>{t('section.provider')}</Divider>
      <ProviderFields isSecretStored={isSecretStored} />
      <Divider>{t('section.people')}</Divider>
      <PeopleFields />
    </>
  );
}

function ProviderFields({ isSecretStored }: { isSecretStored: boolean }) {
  const { t } = useTranslation('identity-source');
  const isPlain = Form.useWatch<boolean>('allowsPlainHttp');
  const way = Form.useWatch<string>('clientAuthentication');
  return (
    <>
      <Field name="issuer" label={t('field.issuer')} help={t('help.issuer')}>
        <Input autoComplete="off" spellCheck={false} placeholder="https://idp.example/realms/main" />
      </Field>
      <Field name="clientId" label={t('field.clientId')}>
        <Input autoComplete="off" spellCheck={false} />
      </Field>
      <Field name="clientAuthentication" label={t('field.clientAuthentication')}>
        <Select
          options={CLIENT_AUTHENTICATIONS.map((value) => ({ value, label: t(`authentication.${value}`) }))}
        />
      </Field>
      {way !== 'none' && (
        <Field
          name="secret"
          label={t(way === 'private_key_jwt' ? 'field.clientKey' : 'field.clientSecret')}
          help={t('help.clientSecret')}
        >
          <SecretField stored={isSecretStored} multiline={way === 'private_key_jwt'} />
        </Field>
      )}
      <Field name="scope" label={t('field.scope')} help={t('help.scope')}>
        <Input autoComplete="off" spellCheck={false} />
      </Field>
      <Field name="trustedAudiences" label={t('field.trustedAudiences')} help={t('help.trustedAudiences')}>
        <ManySelect mode="tags" options={[]} />
      </Field>
      <Field
        name="allowsPlainHttp"
        label={t('field.allowsPlainHttp')}
        help={t('help.allowsPlainHttp')}
        valuePropName="checked"
      >
        <Switch />
      </Field>
      {isPlain && <Alert type="warning" showIcon title={t('notice.plainHttpLong')} />}
      <Field name="endsThere" label={t('field.endsThere')} help={t('help.endsThere')} valuePropName="checked">
        <Switch />
      </Field>
    </>
  );
}

function PeopleFields() {
  const { t } = useTranslation('identity-source');
  return (
    <>
      <Field name="creation" label={t('field.creation')} help={t('help.creation')}>
        <Segmented options={SOURCE_CREATIONS.map((value) => ({ value, label: t(`creation.${value}`) }))} />
      </Field>
      <Field name="groupsClaim" label={t('field.groupsClaim')} help={t('help.groupsClaim')}>
        <Input autoComplete="off" spellCheck={false} />
      </Field>
      <Field name="rules" label={t('field.rules')} help={t('help.rules')}>
        <RulesField />
      </Field>
      <Field name="ignoresCase" label={t('field.ignoresCase')} valuePropName="checked">
        <Switch />
      </Field>
      <Field name="usernameClaim" label={t('field.usernameClaim')}>
        <Input autoComplete="off" spellCheck={false} />
      </Field>
      <Field name="nicknameClaim" label={t('field.nicknameClaim')}>
        <Input autoComplete="off" spellCheck={false} />
      </Field>
      <Field name="mailClaim" label={t('field.mailClaim')}>
        <Input autoComplete="off" spellCheck={false} />
      </Field>
      <Field
        name="linksByMail"
        label={t('field.linksByMail')}
        help={t('help.linksByMail')}
        valuePropName="checked"
      >
        <Switch />
      </Field>
      <Field name="trustedFactors" label={t('field.trustedFactors')} help={t('help.trustedFactors')}>
        <ManySelect mode="tags" options={USUAL_FACTORS} />
      </Field>
    </>
  );
}
