import {
  CodeOutlined,
  CopyOutlined,
  DeleteOutlined,
  DownloadOutlined,
  EditOutlined,
  FolderAddOutlined,
  FormOutlined,
  SnippetsOutlined,
  UploadOutlined,
  VideoCameraOutlined,
} from '@ant-design/icons';
import { STRATEGY_FLAGS, type Strategy, type StrategyFlag } from '@jadegate/contract/access/strategy';
import { Flex } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { StatusTag } from '../../../components/StatusTag.tsx';

const FLAG_ICONS: Record<StrategyFlag, ReactNode> = {
  upload: <UploadOutlined aria-hidden />,
  download: <DownloadOutlined aria-hidden />,
  edit: <EditOutlined aria-hidden />,
  delete: <DeleteOutlined aria-hidden />,
  rename: <FormOutlined aria-hidden />,
  copy: <CopyOutlined aria-hidden />,
  paste: <SnippetsOutlined aria-hidden />,
  createDir: <FolderAddOutlined aria-hidden />,
};

/** What a strategy allows. What is not named is not allowed. */
export function AllowedFlags({ strategy }: { strategy: Strategy }) {
  const { t } = useTranslation('strategy');
  const allowed = STRATEGY_FLAGS.filter((flag) => strategy[flag]);
  if (allowed.length === 0 && !strategy.commandsOnly) {
    return <StatusTag>{t('status.nothing')}</StatusTag>;
  }
  return (
    <Flex gap={4} wrap component="ul" style={{ margin: 0, padding: 0, listStyle: 'none' }}>
      {strategy.commandsOnly && (
        <li>
          <StatusTag tone="warning" icon={<CodeOutlined aria-hidden />}>
            {t('status.commandsOnly')}
          </StatusTag>
        </li>
      )}
      {allowed.map((flag) => (
        <li key={flag}>
          <StatusTag tone="success" icon={FLAG_ICONS[flag]}>
            {t(`flag.${flag}`)}
          </StatusTag>
        </li>
      ))}
    </Flex>
  );
}

export function FlagState({ isAllowed }: { isAllowed: boolean }) {
  const { t } = useTranslation('strategy');
  return (
    <StatusTag tone={isAllowed ? 'success' : 'default'}>
      {isAllowed ? t('status.allowed') : t('status.forbidden')}
    </StatusTag>
  );
}

export function RecordingTag({ isRecorded }: { isRecorded: boolean }) {
  const { t } = useTranslation('strategy');
  return isRecorded ? (
    <StatusTag icon={<VideoCameraOutlined aria-hidden />}>{t('status.recorded')}</StatusTag>
  ) : (
    <StatusTag tone="warning">{t('status.unrecorded')}</StatusTag>
  );
}
