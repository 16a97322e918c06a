import type { CommandRun } from '@jadegate/contract/operations/command-run';
import { useQuery } from '@tanstack/react-query';
import { Drawer, Flex, theme } from 'antd';
import { useTranslation } from 'react-i18next';

import { CodeBox } from '../../../components/command/CodeBox.tsx';
import { DescriptionList } from '../../../components/detail/DescriptionList.tsx';
import { Mono } from '../../../components/Mono.tsx';
import { TimeText } from '../../../components/TimeText.tsx';
import { formatSize } from '../../../format/size.ts';
import type { OverlayProps } from '../../../hooks/useOverlays.ts';
import { pastRunQuery } from './command-run.queries.ts';
import { RunResults } from './RunResults.tsx';

const WIDTH = 1100;
const SCRIPT_HEIGHT = 240;

/** A run as it went, or goes on. */
export function RunDrawer({ open, target: id, onClose }: OverlayProps<string>) {
  const { t } = useTranslation('command-run');
  const { token } = theme.useToken();
  const { data } = useQuery({ ...pastRunQuery(id ?? ''), enabled: open && id !== undefined });
  return (
    <Drawer
      open={open}
      size={WIDTH}
      styles={{ wrapper: { maxWidth: '100vw' } }}
      title={t('title.run')}
      onClose={onClose}
      destroyOnHidden
    >
      <Flex vertical gap={token.margin}>
        {data && <About run={data} />}
        {id !== undefined && <RunResults key={id} id={id} nameOf={(assetId) => assetId} />}
      </Flex>
    </Drawer>
  );
}

function About({ run: { userName, created, timeoutSeconds, script, file } }: { run: CommandRun }) {
  const { t } = useTranslation('command-run');
  const items = [
    { key: 'user', label: t('column.user'), value: userName },
    { key: 'created', label: t('column.created'), value: <TimeText value={created} variant="exact" /> },
    { key: 'timeout', label: t('field.timeout'), value: `${timeoutSeconds} ${t('unit.seconds')}` },
    ...(file === null
      ? []
      : [
          { key: 'file', label: t('field.file'), value: `${file.file}（${formatSize(file.bytes)}）` },
          { key: 'to', label: t('field.to'), value: script },
          { key: 'ifExists', label: t('field.ifExists'), value: t(`ifExists.${file.ifExists}`) },
          { key: 'sum', label: 'SHA-256', value: <Mono text={file.checksum} />, wide: true },
        ]),
  ];
  return (
    <>
      <DescriptionList items={items} />
      {file === null && (
        <CodeBox label={t('field.script')} maxHeight={SCRIPT_HEIGHT}>
          {script}
        </CodeBox>
      )}
    </>
  );
}
