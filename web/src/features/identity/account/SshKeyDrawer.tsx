import { isPrivateKey, NewSshKey } from '@jadegate/contract/identity/ssh-key';
import { LIMITS } from '@jadegate/contract/limits';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, App, Flex, Form, Input, Select, theme } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { recentProofQuery } from '../../../api/own-proof.ts';
import { FormDrawer } from '../../../components/form/FormDrawer.tsx';
import { FormField } from '../../../components/form/FormField.tsx';
import { SecretFileArea, type SecretInputProps } from '../../../components/SecretFileArea.tsx';
import { useAddSshKey } from './account.queries.ts';
import { ProofFields } from './ProofFields.tsx';

const Field = FormField<keyof NewSshKey>;
const LIFETIMES = [30, 90, 180, 365];

interface SshKeyDrawerProps {
  open: boolean;
  onClose: () => void;
}

/** A new key: its line, what it is called, how long it counts, and, some time after signing in, proof that it is the person who asks. */
export function SshKeyDrawer({ open, onClose }: SshKeyDrawerProps) {
  const { t } = useTranslation('account');
  const { message } = App.useApp();
  const add = useAddSshKey();
  const queryClient = useQueryClient();
  const handleSubmit = async (input: NewSshKey) => {
    try {
      const { name } = await add.mutateAsync(input);
      void message.success(t('message.keyAdded', { name }));
    } catch (error) {
      // What counted when the form opened may have run out since: it is asked for now.
      void queryClient.invalidateQueries(recentProofQuery());
      throw error;
    }
  };
  const days = LIFETIMES.map((value) => ({
    value,
    label: t('days', { count: value }),
  }));
  return (
    <FormDrawer
      open={open}
      title={t('action.addKey')}
      schema={NewSshKey}
      initial={{ days: 0 }}
      submitLabel={t('action.addKey')}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <Field name="publicKey" label={t('field.publicKey')} help={t('help.publicKey')}>
        <PublicKeyInput />
      </Field>
      <Field name="name" label={t('field.keyName')} help={t('help.keyName')}>
        <Input autoComplete="off" />
      </Field>
      <Field name="days" label={t('field.keyDays')}>
        <Select options={[{ value: 0, label: t('key.noEnd') }, ...days]} />
      </Field>
      <ProofFields />
    </FormDrawer>
  );
}

/** A private key is taken off the page at once and never sent. The comment of a key is its name where there is none yet. */
function PublicKeyInput({ onChange, ...input }: SecretInputProps) {
  const { t } = useTranslation('account');
  const { token } = theme.useToken();
  const form = Form.useFormInstance<NewSshKey>();
  const [wasPrivate, setWasPrivate] = useState(false);
  const handleChange = (text: string) => {
    const isPrivate = isPrivateKey(text);
    setWasPrivate(isPrivate);
    onChange?.(isPrivate ? '' : text);
    const comment = /^[\w@.-]+ [\w+/=]+ (.+)$/.exec(text.trim())?.[1];
    const named: unknown = form.getFieldValue('name');
    if (!isPrivate && comment !== undefined && (named === undefined || named === '')) {
      form.setFieldValue('name', comment.slice(0, LIMITS.sshKeyName.max));
    }
  };
  return (
    <Flex vertical gap={token.marginXS}>
      <SecretFileArea
        {...input}
        placeholder="ssh-ed25519 AAAA… me@laptop"
        maxLength={LIMITS.publicKey.max}
        onChange={handleChange}
      />
      {wasPrivate && <Alert type="error" showIcon title={t('key.privateDropped')} />}
    </Flex>
  );
}
