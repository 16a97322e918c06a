import { AccessSecurityInput, type AccessSecurity } from '@jadegate/contract/identity/access-security';
import { LIMITS } from '@jadegate/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import { RecordDrawer } from '../../../components/form/RecordDrawer.tsx';
import type { OverlayProps } from '../../../hooks/useOverlays.ts';
import { useSaveRecord } from '../../../hooks/useSaveRecord.ts';
import {
  accessSecurityQuery,
  useCreateAccessSecurity,
  useUpdateAccessSecurity,
} from './access-security.queries.ts';
import { AccessSecurityFields } from './AccessSecurityFields.tsx';
import { useLockoutConfirm } from './useLockoutConfirm.ts';

type Values = Pick<AccessSecurityInput, 'ip' | 'rule' | 'priority'>;

const BLANK: Values = { ip: '', rule: 'allow', priority: LIMITS.priority.default };

function toInput({ ip, rule, priority }: AccessSecurity): Values {
  return { ip, rule, priority };
}

export function AccessSecurityFormDrawer({ open, target: id, onClose }: OverlayProps<string>) {
  const { t } = useTranslation('access-security');
  const save = useSaveRecord(id, useCreateAccessSecurity(), useUpdateAccessSecurity());
  const unlessLockedOut = useLockoutConfirm(t('action.saveAnyway'));
  const stored = useQuery({ ...accessSecurityQuery(id ?? ''), enabled: open && id !== undefined });
  return (
    <RecordDrawer
      {...{ open, id, onClose, stored, toInput }}
      words="access-security"
      schema={AccessSecurityInput}
      blank={BLANK}
      save={(input) => unlessLockedOut((confirmLockout) => save({ ...input, confirmLockout }))}
      nameOf={({ ip }) => ip}
    >
      <AccessSecurityFields />
    </RecordDrawer>
  );
}
