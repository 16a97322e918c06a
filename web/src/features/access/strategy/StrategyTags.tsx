import {
  ApiOutlined,
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
import { CHANNEL_SWITCHES, USUAL_CHANNELS } from '@jadegate/contract/access/channel-rights';
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
  const unusual = CHANNEL_SWITCHES.filter((name) => strategy[name] && !USUAL_CHANNELS.includes(name));
  const channels = strategy.commandsOnly ? [] : unusual;
  const isShellOff = !strategy.commandsOnly && !strategy.shell;
  if (allowed.length + channels.length === 0 && !strategy.commandsOnly && !isShellOff) {
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
      {isShellOff && (
        <li>
          <StatusTag tone="warning" icon={<CodeOutlined aria-hidden />}>
            {t('status.shellOff')}
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
      {channels.map((name) => (
        <li key={name}>
          <StatusTag tone="success" icon={<ApiOutlined aria-hidden />}>
            {t(`channel.${name}`)}
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
