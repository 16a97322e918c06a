import type { RuleAction } from '@jadegate/contract/access/command-filter';
import { useTranslation } from 'react-i18next';

import { StatusTag, type StatusTone } from '../../../components/StatusTag.tsx';

const TONES: Record<RuleAction, StatusTone> = { allow: 'success', warn: 'warning', deny: 'error' };

export function ActionTag({ action }: { action: RuleAction }) {
  const { t } = useTranslation('command-filter');
  return <StatusTag tone={TONES[action]}>{t(`ruleAction.${action}`)}</StatusTag>;
}
