import {
  ACCESS_TOKEN_SCOPES,
  NewAccessToken,
  type AccessTokenScope,
} from '@jadegate/contract/identity/access-token';
import { LIMITS } from '@jadegate/contract/limits';
import { useQueryClient } from '@tanstack/react-query';
import { Input, Radio, Select, Typography } from 'antd';
import { useTranslation } from 'react-i18next';

import { recentProofQuery } from '../../../api/own-proof.ts';
import { FormDrawer } from '../../../components/form/FormDrawer.tsx';
import { FormField } from '../../../components/form/FormField.tsx';
import { useAccount } from '../../../hooks/account.ts';
import { useCreateAccessToken } from './account.queries.ts';
import type { MadeToken } from './NewTokenModal.tsx';
import { ProofFields } from './ProofFields.tsx';

const Field = FormField<keyof NewAccessToken>;
const LIFETIMES = [7, 30, LIMITS.accessTokenDays.default, 180, LIMITS.accessTokenDays.max];

interface AccessTokenDrawerProps {
  open: boolean;
  onClose: () => void;
  onMade: (made: MadeToken) => void;
}

/** A new token: what it is for and may do, how long it lives, and, some time after signing in, proof that it is the person who asks. */
export function AccessTokenDrawer({ open, onClose, onMade }: AccessTokenDrawerProps) {
  const { t } = useTranslation('account');
  // Nobody else has anything to administer with one.
  const isAdmin = useAccount()?.type === 'admin';
  const create = useCreateAccessToken();
  const queryClient = useQueryClient();
  const handleSubmit = async (input: NewAccessToken) => {
    try {
      const { name, token } = await create.mutateAsync(input);
      onMade({ name, token });
      create.reset();
    } catch (error) {
      // What counted when the form opened may have run out since: it is asked for now.
      void queryClient.invalidateQueries(recentProofQuery());
      throw error;
    }
  };
  return (
    <FormDrawer
      open={open}
      title={t('action.createToken')}
      schema={NewAccessToken}
      initial={{ days: LIMITS.accessTokenDays.default, scope: 'use' }}
      submitLabel={t('action.createToken')}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <Field name="name" label={t('field.tokenName')} help={t('help.tokenName')}>
        <Input autoComplete="off" />
      </Field>
      <Field name="days" label={t('field.tokenDays')}>
        <Select options={LIFETIMES.map((value) => ({ value, label: t('days', { count: value }) }))} />
      </Field>
      {isAdmin && (
        <Field name="scope" label={t('field.tokenScope')}>
          <Radio.Group
            vertical
            options={ACCESS_TOKEN_SCOPES.map((value) => ({ value, label: <Scope scope={value} /> }))}
          />
        </Field>
      )}
      <ProofFields />
    </FormDrawer>
  );
}

function Scope({ scope }: { scope: AccessTokenScope }) {
  const { t } = useTranslation('account');
  return (
    <>
      {t(`scope.${scope}.title`)}
      <br />
      <Typography.Text type="secondary">{t(`scope.${scope}.help`)}</Typography.Text>
    </>
  );
}
