import { ArrowUpOutlined, FolderFilled } from '@ant-design/icons';
import { parentPath, showName } from '@jadegate/contract/files/file-path';
import type { FileEntry } from '@jadegate/contract/files/files';
import { Alert, Button, Flex, Input, Modal, Skeleton, theme } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod';

import { useStoredState } from '../../hooks/useStoredState.ts';
import { readFailure } from '../failure.ts';
import { useSubmission } from '../useSubmission.ts';
import { typedPath } from './file-list.ts';
import type { FileSource } from './file-source.ts';
import { useFoldersIn } from './useFolder.ts';

interface FolderModalProps {
  open: boolean;
  title: string;
  okText: string;
  source: FileSource;
  /** What goes there. */
  entries: readonly FileEntry[];
  /** Where it is now. */
  from: string;
  onSubmit: (folder: string) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for a folder: chosen step by step, or typed. */
export function FolderModal(props: FolderModalProps) {
  const { open, title, okText, source, entries, from, onSubmit, onClose } = props;
  const { t } = useTranslation('files');
  const id = useId();
  const [text, setText] = useState(from);
  /** Whose folders are listed: what was typed counts when it is whole. */
  const [listed, setListed] = useState(from);
  const { isRunning, failure, submit, forgetFailure } = useSubmission(onClose);
  const target = typedPath(text, from);
  const isInside = entries.some(({ path }) => `${target ?? ''}/`.startsWith(`${path}/`));
  const refusal =
    target === undefined && text !== '' ? t('path.invalid') : isInside ? t('move.intoItself') : undefined;
  const maySubmit = target !== undefined && target !== from && refusal === undefined;
  const problem = failure ?? refusal;

  const go = (path: string) => {
    setText(path);
    setListed(path);
    forgetFailure();
  };
  const send = () => maySubmit && void submit(() => onSubmit(target));

  return (
    <Modal
      open={open}
      title={title}
      okText={okText}
      cancelText={t('action.cancel')}
      okButtonProps={{ disabled: !maySubmit }}
      confirmLoading={isRunning}
      onOk={() => send()}
      onCancel={onClose}
      width={520}
      destroyOnHidden
    >
      <Flex vertical gap={8}>
        <label htmlFor={id}>{t('move.label')}</label>
        <Input
          id={id}
          autoFocus
          autoComplete="off"
          spellCheck={false}
          value={text}
          status={problem === undefined ? '' : 'error'}
          onChange={(event) => {
            setText(event.target.value);
            forgetFailure();
          }}
          onBlur={() => target !== undefined && setListed(target)}
          onPressEnter={() => send()}
        />
        <Folders source={source} path={listed} without={entries} onGo={go} />
        {problem !== undefined && <Alert type="error" showIcon title={problem} />}
      </Flex>
    </Modal>
  );
}

interface FoldersProps {
  source: FileSource;
  path: string;
  without: readonly FileEntry[];
  onGo: (path: string) => void;
}

/** The folders in a folder, and the way up. */
function Folders({ source, path, without, onGo }: FoldersProps) {
  const { t } = useTranslation('files');
  const { token } = theme.useToken();
  const [showsHidden] = useStoredState('files-show-hidden', z.boolean(), false);
  const folder = useFoldersIn(source, path, showsHidden);
  const shown = folder.data?.pages.flatMap(({ items }) => items) ?? [];
  const left = (folder.data?.pages.at(-1)?.total ?? 0) - shown.length;
  return (
    <Flex
      vertical
      role="group"
      aria-label={t('move.folders', { path: showName(path) })}
      style={{
        height: 240,
        overflowY: 'auto',
        padding: 4,
        border: `1px solid ${token.colorBorder}`,
        borderRadius: token.borderRadius,
      }}
    >
      {path !== '/' && (
        <FolderRow
          icon={<ArrowUpOutlined aria-hidden />}
          name={t('path.up')}
          onClick={() => onGo(parentPath(path))}
        />
      )}
      {folder.isPending && <Skeleton active title={false} paragraph={{ rows: 4 }} style={{ padding: 8 }} />}
      {folder.isError && <Alert type="warning" showIcon title={readFailure(folder.error).message} />}
      {shown.map((entry) => (
        <FolderRow
          key={entry.path}
          icon={<FolderFilled aria-hidden style={{ color: token.colorPrimary }} />}
          name={showName(entry.name)}
          disabled={without.some((one) => one.path === entry.path)}
          onClick={() => onGo(entry.path)}
        />
      ))}
      {folder.hasNextPage && left > 0 && (
        <Button
          type="link"
          loading={folder.isFetchingNextPage}
          onClick={() => void folder.fetchNextPage()}
          style={{ flex: 'none' }}
        >
          {t('move.more', { count: left })}
        </Button>
      )}
      {folder.isSuccess && shown.length === 0 && (
        <span style={{ padding: '6px 12px', color: token.colorTextSecondary }}>{t('move.noFolders')}</span>
      )}
    </Flex>
  );
}

interface FolderRowProps {
  icon: ReactNode;
  name: string;
  disabled?: boolean;
  onClick: () => void;
}

function FolderRow({ icon, name, disabled = false, onClick }: FolderRowProps) {
  return (
    <Button
      type="text"
      icon={icon}
      disabled={disabled}
      onClick={onClick}
      style={{
        flex: 'none',
        justifyContent: 'start',
        height: 'auto',
        minHeight: 36,
        whiteSpace: 'normal',
        textAlign: 'start',
      }}
    >
      <span style={{ overflowWrap: 'anywhere' }}>{name}</span>
    </Button>
  );
}
