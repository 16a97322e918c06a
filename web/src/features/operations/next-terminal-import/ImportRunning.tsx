import {
  NEXT_TERMINAL_SECTIONS,
  type NextTerminalImport,
} from '@jadegate/contract/operations/next-terminal-import';
import { Button, Flex, Progress, theme, Typography } from 'antd';
import { useTranslation } from 'react-i18next';

import { sectionName } from './import-words.ts';
import { ImportReport } from './ImportReport.tsx';
import { useStopImport } from './next-terminal-import.queries.ts';

const WHOLE = 100;

/** How far it is. It goes on when nobody looks. */
export function ImportRunning({ current }: { current: NextTerminalImport }) {
  const { t, i18n } = useTranslation('next-terminal-import');
  const { token } = theme.useToken();
  const stop = useStopImport();
  const { progress, report, recordings, files, state } = current;
  const sections = NEXT_TERMINAL_SECTIONS.filter(
    (section) => (recordings || section !== 'recordings') && (files || section !== 'space-files'),
  );
  const at = progress === null ? 0 : Math.max(0, sections.indexOf(progress.section));
  return (
    <Flex vertical gap={token.margin}>
      <Flex vertical gap={token.marginXXS} role="status">
        <Typography.Text strong>
          {t(`running.${state === 'bringing' ? 'bringing' : 'looking'}`)}
        </Typography.Text>
        <Progress percent={Math.round((at / sections.length) * WHOLE)} status="active" />
        <Typography.Text type="secondary">
          {progress === null
            ? t('running.opening')
            : t('running.section', {
                section: sectionName(progress.section, i18n.language),
                done: progress.done,
              })}
        </Typography.Text>
        <Typography.Text type="secondary">{t('running.leave')}</Typography.Text>
      </Flex>
      {report !== null && report.sections.length > 0 && <ImportReport report={report} />}
      <Button
        danger
        loading={stop.isPending}
        style={{ alignSelf: 'flex-end' }}
        onClick={() => stop.mutate(undefined)}
      >
        {t('action.stop')}
      </Button>
    </Flex>
  );
}
