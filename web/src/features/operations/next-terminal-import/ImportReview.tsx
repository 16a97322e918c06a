import type { NextTerminalImport } from '@jadegate/contract/operations/next-terminal-import';
import { Alert, Button, Flex, theme, Typography } from 'antd';
import { useTranslation } from 'react-i18next';

import { BringForm } from './BringForm.tsx';
import { GiveUpButton } from './GiveUpButton.tsx';
import { ImportReport } from './ImportReport.tsx';

interface ImportReviewProps {
  current: NextTerminalImport;
  onEdit: () => void;
}

/** What will happen. Nothing was written so far. */
export function ImportReview({ current, onEdit }: ImportReviewProps) {
  const { t } = useTranslation('next-terminal-import');
  const { token } = theme.useToken();
  const { report, administrators, placeName } = current;
  const count = report?.sections.reduce((sum, { brought }) => sum + brought, 0) ?? 0;
  return (
    <Flex vertical gap={token.margin}>
      <Alert
        type={count > 0 ? 'info' : 'success'}
        showIcon
        role="status"
        title={count > 0 ? t('review.title', { count }) : t('review.nothing')}
        description={t('review.help')}
      />
      {administrators && <Alert type="warning" showIcon title={t('review.administrators')} />}
      {report !== null && (
        <>
          <Typography.Text type="secondary">
            {t(`origin.${report.origin}`)} {placeName}
          </Typography.Text>
          <ImportReport report={report} />
        </>
      )}
      <BringForm label={t('action.bring')} isDisabled={count === 0}>
        <GiveUpButton />
        <Button onClick={onEdit}>{t('action.back')}</Button>
      </BringForm>
    </Flex>
  );
}
