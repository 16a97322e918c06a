import { showName } from '@jadegate/contract/file-path';
import type { FileEntry } from '@jadegate/contract/files';
import { LIMITS } from '@jadegate/contract/limits';
import { Alert, App, Button, Flex, Modal, Skeleton, Tag } from 'antd';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { formatSize } from '../../format/size.ts';
import { isFailure, readFailure } from '../failure.ts';
import type { FileSource } from './file-source.ts';
import { openText, saveText, sha256, toBase64, type TextFile } from './text-file.ts';

const FileEditor = lazy(async () => ({ default: (await import('./FileEditor.tsx')).FileEditor }));

interface FileEditorModalProps {
  open: boolean;
  entry: FileEntry;
  source: FileSource;
  onClose: () => void;
  onSaved: () => void;
}

type Opened =
  | { state: 'loading' }
  | { state: 'refused'; reason: string }
  | { state: 'open'; file: TextFile; hash: string | undefined };

/** Edits a text file in place, in the encoding and with the line endings it has. */
export function FileEditorModal({ open, entry, source, onClose, onSaved }: FileEditorModalProps) {
  const { t } = useTranslation('files');
  const { modal, message } = App.useApp();
  const [opened, setOpened] = useState<Opened>({ state: 'loading' });
  const [text, setText] = useState<string>();
  const [problem, setProblem] = useState<{ text: string; isChanged: boolean }>();
  const [isSaving, setIsSaving] = useState(false);
  // The file can still be read.
  const refusal = source.refusal('edit');
  const isDirty = opened.state === 'open' && text !== undefined && text !== opened.file.text;

  useEffect(() => {
    if (!open) {
      return undefined;
    }
    let isGone = false;
    const load = async (): Promise<Opened> => {
      if (entry.size > LIMITS.editBytes) {
        return { state: 'refused', reason: t('editor.tooLarge', { limit: formatSize(LIMITS.editBytes) }) };
      }
      const bytes = new Uint8Array(await (await source.read(entry.path)).arrayBuffer());
      if (bytes.length > LIMITS.editBytes) {
        return { state: 'refused', reason: t('editor.tooLarge', { limit: formatSize(LIMITS.editBytes) }) };
      }
      const file = openText(bytes);
      return file
        ? { state: 'open', file, hash: await sha256(bytes) }
        : { state: 'refused', reason: t('editor.binary') };
    };
    load()
      .catch((error: unknown): Opened => ({ state: 'refused', reason: readFailure(error).message }))
      .then((result) => {
        if (!isGone) {
          setOpened(result);
        }
      })
      .catch(() => undefined);
    return () => {
      isGone = true;
    };
  }, [open, entry, source, t]);

  const save = async (isForced: boolean) => {
    if (opened.state !== 'open' || text === undefined || isSaving) {
      return;
    }
    const bytes = saveText(text, opened.file);
    if (!bytes) {
      setProblem({ text: t('editor.unencodable', { encoding: opened.file.encoding }), isChanged: false });
      return;
    }
    if (bytes.length > LIMITS.editBytes) {
      setProblem({ text: t('editor.tooLarge', { limit: formatSize(LIMITS.editBytes) }), isChanged: false });
      return;
    }
    setIsSaving(true);
    setProblem(undefined);
    try {
      await source.save(entry.path, toBase64(bytes), isForced ? undefined : opened.hash);
      setOpened({ state: 'open', file: { ...opened.file, text, isMixed: false }, hash: await sha256(bytes) });
      void message.success(t('editor.saved'));
      onSaved();
    } catch (error) {
      const isChanged = isFailure(error, 'file.changed');
      setProblem({ text: readFailure(error).message, isChanged });
    } finally {
      setIsSaving(false);
    }
  };

  const close = async () => {
    const isSure =
      !isDirty ||
      (await modal.confirm({
        title: t('editor.discard.title'),
        content: t('editor.discard.help'),
        okText: t('editor.discard.confirm'),
        okButtonProps: { danger: true },
      }));
    if (isSure) {
      onClose();
    }
  };

  return (
    <Modal
      open={open}
      width="min(1100px, 92vw)"
      title={showName(entry.name)}
      mask={{ closable: false }}
      keyboard={!isDirty}
      onCancel={() => void close()}
      okText={t('editor.save')}
      okButtonProps={{ disabled: !isDirty || refusal !== undefined }}
      confirmLoading={isSaving}
      onOk={() => void save(false)}
      destroyOnHidden
    >
      <Flex
        vertical
        gap={12}
        onKeyDown={(event) => {
          if ((event.ctrlKey || event.metaKey) && event.key === 's') {
            event.preventDefault();
            if (isDirty && refusal === undefined) {
              void save(false);
            }
          }
        }}
      >
        {refusal !== undefined && opened.state === 'open' && <Alert type="info" showIcon title={refusal} />}
        {problem && (
          <Alert
            type="error"
            showIcon
            title={problem.text}
            action={
              problem.isChanged && (
                <Button size="small" danger onClick={() => void save(true)}>
                  {t('editor.overwrite')}
                </Button>
              )
            }
          />
        )}
        {opened.state === 'loading' && <Skeleton active paragraph={{ rows: 10 }} />}
        {opened.state === 'refused' && <Alert type="warning" showIcon title={opened.reason} />}
        {opened.state === 'open' && (
          <>
            <Flex gap={8} wrap>
              <Tag>{opened.file.encoding.toUpperCase() + (opened.file.hasBom ? ' BOM' : '')}</Tag>
              <Tag>{opened.file.lineEnding.toUpperCase()}</Tag>
              {opened.file.isMixed && (
                <Tag color="warning">
                  {t('editor.mixed', { ending: opened.file.lineEnding.toUpperCase() })}
                </Tag>
              )}
            </Flex>
            <Suspense fallback={<Skeleton active paragraph={{ rows: 10 }} />}>
              <FileEditor
                label={t('editor.label', { name: showName(entry.name) })}
                text={opened.file.text}
                readOnly={refusal !== undefined}
                onChange={setText}
              />
            </Suspense>
          </>
        )}
      </Flex>
    </Modal>
  );
}
