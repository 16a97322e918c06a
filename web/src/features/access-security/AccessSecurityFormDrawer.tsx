import { AccessSecurityInput, type AccessSecurity } from '@jadegate/contract/access-security';
import { LIMITS } from '@jadegate/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';

import { FormDrawer } from '../../components/form/FormDrawer.tsx';
import {
  accessSecurityQuery,
  useCreateAccessSecurity,
  useUpdateAccessSecurity,
} from './access-security.queries.ts';
import { AccessSecurityFields } from './AccessSecurityFields.tsx';
import { useLockoutConfirm } from './useLockoutConfirm.ts';

interface AccessSecurityFormDrawerProps {
  open: boolean;
  /** The rule to edit; undefined makes a new one. */
  id: string | undefined;
  onClose: () => void;
}

type Values = Pick<AccessSecurityInput, 'ip' | 'rule' | 'priority'>;

const BLANK: Values = { ip: '', rule: 'allow', priority: LIMITS.priority.default };

function toInput({ ip, rule, priority }: AccessSecurity): Values {
  return { ip, rule, priority };
}

export function AccessSecurityFormDrawer({ open, id, onClose }: AccessSecurityFormDrawerProps) {
  const { t } = useTranslation('access-security');
  const { message } = App.useApp();
  const create = useCreateAccessSecurity();
  const update = useUpdateAccessSecurity();
  const unlessLockedOut = useLockoutConfirm(t('action.saveAnyway'));
  const rule = useQuery({ ...accessSecurityQuery(id ?? ''), enabled: open && id !== undefined });
  const isNew = id === undefined;
  // Not what an earlier look left in the cache: somebody else may have changed it since.
  const stored = rule.isSuccess && !rule.isFetching ? toInput(rule.data) : undefined;

  const save = async (input: AccessSecurityInput) => {
    await unlessLockedOut((confirmLockout) => {
      const body = { ...input, confirmLockout };
      return isNew ? create.mutateAsync(body) : update.mutateAsync({ id, body });
    });
    message.success(t('message.saved', { name: input.ip }));
  };

  return (
    <FormDrawer
      open={open}
      title={isNew ? t('action.create') : t('title.edit')}
      schema={AccessSecurityInput}
      initial={isNew ? BLANK : stored}
      loadError={rule.error}
      onRetry={() => void rule.refetch()}
      onSubmit={save}
      onClose={onClose}
    >
      <AccessSecurityFields />
    </FormDrawer>
  );
}
