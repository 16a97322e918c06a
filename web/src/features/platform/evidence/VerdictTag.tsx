import type { Verdict } from '@jadegate/contract/session/evidence-finding';
import { useTranslation } from 'react-i18next';

import { StatusTag, type StatusTone } from '../../../components/StatusTag.tsx';

const TONES: Record<Verdict, StatusTone> = {
  whole: 'success',
  incomplete: 'warning',
  altered: 'error',
  unsigned: 'default',
};

/** What came out when a recording was looked at. */
export function VerdictTag({ verdict }: { verdict: Verdict | null }) {
  const { t } = useTranslation('evidence');
  return (
    <StatusTag tone={verdict === null ? 'default' : TONES[verdict]}>
      {t(`verdict.${verdict ?? 'none'}`)}
    </StatusTag>
  );
}
