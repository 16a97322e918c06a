import { LIMITS } from '@jadegate/contract/limits';
import { LoginPolicyInput, type LoginPolicy } from '@jadegate/contract/login-policy';
import { useQuery } from '@tanstack/react-query';

import { RecordDrawer, type EditedRecord } from '../../components/form/RecordDrawer.tsx';
import { useSaveRecord } from '../../hooks/useSaveRecord.ts';
import { loginPolicyQuery, useCreateLoginPolicy, useUpdateLoginPolicy } from './login-policy.queries.ts';
import { LoginPolicyFields } from './LoginPolicyFields.tsx';

/** Without a rule: letting in and keeping out are opposites, and neither is chosen for anybody. */
const BLANK: Omit<LoginPolicyInput, 'rule'> = {
  name: '',
  priority: LIMITS.priority.default,
  ipGroup: '0.0.0.0/0',
  enabled: true,
  timePeriod: [],
};

function toInput({ name, priority, ipGroup, rule, enabled, timePeriod }: LoginPolicy): LoginPolicyInput {
  const windows = timePeriod.map(({ key, value }) => ({ key, value }));
  return { name, priority, ipGroup, rule, enabled, timePeriod: windows };
}

export function LoginPolicyFormDrawer({ open, id, onClose }: EditedRecord) {
  const save = useSaveRecord(id, useCreateLoginPolicy(), useUpdateLoginPolicy());
  const stored = useQuery({ ...loginPolicyQuery(id ?? ''), enabled: open && id !== undefined });
  return (
    <RecordDrawer
      {...{ open, id, onClose, stored, toInput }}
      words="login-policy"
      schema={LoginPolicyInput}
      blank={BLANK}
      save={save}
      nameOf={({ name }) => name}
      wide
    >
      <LoginPolicyFields />
    </RecordDrawer>
  );
}
