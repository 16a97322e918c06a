import {
  CopyOutlined,
  DeleteOutlined,
  DownloadOutlined,
  ExportOutlined,
  FileAddOutlined,
  FolderAddOutlined,
} from '@ant-design/icons';
import type { FileEntry } from '@jadegate/contract/files/files';
import { Flex, Typography } from 'antd';
import { useTranslation } from 'react-i18next';

import { RefusableButton } from '../RefusableButton.tsx';
import type { FileSource } from './file-source.ts';
import { UploadButton } from './UploadButton.tsx';

import styles from './FileBrowser.module.css';

interface FileToolbarProps {
  source: FileSource;
  /** What is selected; then the bar is about that. */
  picked: readonly FileEntry[];
  /** How many there are, where everything on this page is selected and there are others. */
  total?: number | undefined;
  onUpload: (files: FileList) => void;
  onNewFolder: () => void;
  onNewFile: () => void;
  onDownload: () => void;
  onMove: () => void;
  onCopy: () => void;
  onRemove: () => void;
}

/** What can be done with the folder, or with what is selected in it. */
export function FileToolbar(props: FileToolbarProps) {
  const { source, picked, total, onUpload, onNewFolder, onNewFile } = props;
  const { t } = useTranslation('files');
  const { refusal } = source;
  if (picked.length > 0) {
    return (
      <Flex
        className={styles.actions}
        gap={8}
        wrap
        align="center"
        role="toolbar"
        aria-label={t('selected.label')}
      >
        <Typography.Text strong>
          {total === undefined
            ? t('selected.count', { count: picked.length })
            : t('selected.page', { count: picked.length, total })}
        </Typography.Text>
        <RefusableButton
          title={t('action.downloadSelected')}
          icon={<DownloadOutlined aria-hidden />}
          refusal={refusal('download')}
          onClick={props.onDownload}
        >
          {t('action.downloadSelected')}
        </RefusableButton>
        <RefusableButton
          title={t('action.moveSelected')}
          icon={<ExportOutlined aria-hidden />}
          refusal={refusal('rename')}
          onClick={props.onMove}
        >
          {t('action.moveSelected')}
        </RefusableButton>
        {source.copy && (
          <RefusableButton
            title={t('action.copySelected')}
            icon={<CopyOutlined aria-hidden />}
            refusal={refusal('upload')}
            onClick={props.onCopy}
          >
            {t('action.copySelected')}
          </RefusableButton>
        )}
        <RefusableButton
          title={t('action.removeSelected', { count: picked.length })}
          danger
          icon={<DeleteOutlined aria-hidden />}
          refusal={refusal('delete')}
          onClick={props.onRemove}
        >
          {t('action.removeSelected', { count: picked.length })}
        </RefusableButton>
      </Flex>
    );
  }
  return (
    <Flex className={styles.actions} gap={8} wrap>
      <UploadButton refusal={refusal('upload')} onPick={onUpload} />
      <UploadButton isFolder refusal={refusal('upload', 'createDir')} onPick={onUpload} />
      <RefusableButton
        title={t('action.newFolder')}
        icon={<FolderAddOutlined aria-hidden />}
        refusal={refusal('createDir')}
        onClick={onNewFolder}
      >
        {t('action.newFolder')}
      </RefusableButton>
      <RefusableButton
        title={t('action.newFile')}
        icon={<FileAddOutlined aria-hidden />}
        refusal={refusal('upload')}
        onClick={onNewFile}
      >
        {t('action.newFile')}
      </RefusableButton>
    </Flex>
  );
}
