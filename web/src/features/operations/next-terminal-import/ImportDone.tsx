import type { NextTerminalImport } from '@jadegate/contract/operations/next-terminal-import';
import { Alert, Button, Flex, theme } from 'antd';
import { useTranslation } from 'react-i18next';

import { BringForm } from './BringForm.tsx';
import { GiveUpButton } from './GiveUpButton.tsx';
import { ImportReport } from './ImportReport.tsx';
import { useCloseImport } from './next-terminal-import.queries.ts';

/** What was brought, until the person has read it; or why it broke off, and the way on. */
export function ImportDone({ current }: { current: NextTerminalImport }) {
  const { t } = useTranslation('next-terminal-import');
  const { token } = theme.useToken();
  const close = useCloseImport();
  const { state, report, failure } = current;
  return (
    <Flex vertical gap={token.margin}>
      {state === 'brought' && (
        <Alert type="success" showIcon role="status" title={t('done.title')} description={t('done.help')} />
      )}
      {state === 'failed' && (
        <Alert type="error" showIcon role="alert" title={t('failed.bring')} description={failure} />
      )}
      {state === 'stopped' && (
        <Alert type="warning" showIcon title={t('stopped.bring')} description={t('stopped.help')} />
      )}
      {report !== null && <ImportReport report={report} />}
      {state === 'brought' ? (
        <Button
          type="primary"
          loading={close.isPending}
          style={{ alignSelf: 'flex-end' }}
          onClick={() => close.mutate(undefined)}
        >
          {t('action.finish')}
        </Button>
      ) : (
        <BringForm label={t('action.goOn')}>
          <GiveUpButton />
        </BringForm>
      )}
    </Flex>
  );
}
