import type { AccessRule } from '@jadegate/contract/identity/access-rule';
import { useTranslation } from 'react-i18next';

import { StatusTag } from '../../../components/StatusTag.tsx';

export function RuleTag({ rule }: { rule: AccessRule }) {
  const { t } = useTranslation('login-policy');
  return <StatusTag tone={rule === 'allow' ? 'success' : 'error'}>{t(`rule.${rule}`)}</StatusTag>;
}

export function EnabledTag({ enabled }: { enabled: boolean }) {
  const { t } = useTranslation('login-policy');
  return (
    <StatusTag tone={enabled ? 'success' : 'default'}>
      {enabled ? t('status.enabled') : t('status.disabled')}
    </StatusTag>
  );
}
