import { LoginPolicyInput, type LoginPolicy } from '@jadegate/contract/identity/login-policy';
import { LIMITS } from '@jadegate/contract/limits';
import { useQuery } from '@tanstack/react-query';

import { RecordDrawer } from '../../../components/form/RecordDrawer.tsx';
import type { OverlayProps } from '../../../hooks/useOverlays.ts';
import { useSaveRecord } from '../../../hooks/useSaveRecord.ts';
import { loginPolicyQuery, useCreateLoginPolicy, useUpdateLoginPolicy } from './login-policy.queries.ts';
import { LoginPolicyFields } from './LoginPolicyFields.tsx';

/** Turning away is what most policies are for: one that lets in restricts nothing by itself. */
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

export function LoginPolicyFormDrawer({ open, target: id, onClose }: OverlayProps<string>) {
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
