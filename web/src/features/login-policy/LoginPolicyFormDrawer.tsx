import { LIMITS } from '@jadegate/contract/limits';
import { LoginPolicyInput, type LoginPolicy } from '@jadegate/contract/login-policy';
import { useQuery } from '@tanstack/react-query';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';

import { FormDrawer } from '../../components/form/FormDrawer.tsx';
import { loginPolicyQuery, useCreateLoginPolicy, useUpdateLoginPolicy } from './login-policy.queries.ts';
import { LoginPolicyFields } from './LoginPolicyFields.tsx';

interface LoginPolicyFormDrawerProps {
  open: boolean;
  /** The policy to edit; undefined makes a new one. */
  id: string | undefined;
  onClose: () => void;
}

const BLANK: LoginPolicyInput = {
  name: '',
  priority: LIMITS.priority.default,
  ipGroup: '0.0.0.0/0',
  rule: 'reject',
  enabled: true,
  timePeriod: [],
};

function toInput({ name, priority, ipGroup, rule, enabled, timePeriod }: LoginPolicy): LoginPolicyInput {
  const windows = timePeriod.map(({ key, value }) => ({ key, value }));
  return { name, priority, ipGroup, rule, enabled, timePeriod: windows };
}

export function LoginPolicyFormDrawer({ open, id, onClose }: LoginPolicyFormDrawerProps) {
  const { t } = useTranslation('login-policy');
  const { message } = App.useApp();
  const create = useCreateLoginPolicy();
  const update = useUpdateLoginPolicy();
  const policy = useQuery({ ...loginPolicyQuery(id ?? ''), enabled: open && id !== undefined });
  const isNew = id === undefined;
  // Not what an earlier look left in the cache: somebody else may have changed it since.
  const stored = policy.isSuccess && !policy.isFetching ? toInput(policy.data) : undefined;

  const save = async (body: LoginPolicyInput) => {
    await (isNew ? create.mutateAsync(body) : update.mutateAsync({ id, body }));
    message.success(t('message.saved', { name: body.name }));
  };

  return (
    <FormDrawer
      open={open}
      wide
      title={isNew ? t('action.create') : t('title.edit')}
      schema={LoginPolicyInput}
      initial={isNew ? BLANK : stored}
      loadError={policy.error}
      onRetry={() => void policy.refetch()}
      onSubmit={save}
      onClose={onClose}
    >
      <LoginPolicyFields />
    </FormDrawer>
  );
}
