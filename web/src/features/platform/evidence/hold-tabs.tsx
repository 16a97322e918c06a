import type { HoldKind } from '@jadegate/contract/platform/legal-hold';
import { useTranslation } from 'react-i18next';

import type { DetailTab } from '../../../components/detail/DetailPage.tsx';
import { HoldPanel } from './HoldPanel.tsx';

/** A tab on the page of something that can be held. */
export function useHoldTab(): (kind: HoldKind, id: string) => DetailTab {
  const { t } = useTranslation('evidence');
  return (kind, id) => ({
    key: 'legal-hold',
    label: t('tab.hold'),
    access: ['evidence', 'evidence-hold'],
    content: <HoldPanel kind={kind} subjectId={id} />,
  });
}
