import { showName } from '@jadegate/contract/files/file-path';
import type { FileEntry } from '@jadegate/contract/files/files';
import { LIMITS } from '@jadegate/contract/limits';
import { Alert, App, Button, Flex, Modal, Skeleton } from 'antd';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { formatSize } from '../../format/size.ts';
import { isFailure, readFailure } from '../failure.ts';
import type { FileSource } from './file-source.ts';
import { ENCODING_NAMES, findUnwritable, type Encoding } from './text-encoding.ts';
import { isSameFormat, saveText, toBase64, type TextFormat } from './text-file.ts';
import { TextFormatBar } from './TextFormatBar.tsx';
import { useOpenedText } from './useOpenedText.ts';

const FileEditor = lazy(async () => ({ default: (await import('./FileEditor.tsx')).FileEditor }));

interface FileEditorModalProps {
  open: boolean;
  entry: FileEntry;
  source: FileSource;
  onClose: () => void;
  onSaved: () => void;
}

/** Edits a text file in place: in the encoding and with the line endings it has, unless others are chosen. */
export function FileEditorModal({ open, entry, source, onClose, onSaved }: FileEditorModalProps) {
  const { t } = useTranslation('files');
  const { modal, message } = App.useApp();
  const { opened, readAs, keepSaved } = useOpenedText(entry, source, open);
  const [typed, setTyped] = useState<string>();
  const [chosen, setChosen] = useState<TextFormat>();
  const [problem, setProblem] = useState<{ text: string; isChanged: boolean }>();
  const [isSaving, setIsSaving] = useState(false);
  const [readings, setReadings] = useState(1);
  // The file can still be read.
  const refusal = source.refusal('edit');
  const file = opened.state === 'open' ? opened.file : undefined;
  const format = chosen ?? file;
  const text = typed ?? file?.text;
  const isTyped = file !== undefined && text !== file.text;
  const isDirty = isTyped || (file !== undefined && format !== undefined && !isSameFormat(format, file));
  const unwritable = useMemo(
    () => (isDirty && format && text !== undefined ? findUnwritable(text, format.encoding) : undefined),
    [isDirty, format, text],
  );
  const maySave = isDirty && refusal === undefined && !unwritable;

  const save = async (isForced: boolean) => {
    if (opened.state !== 'open' || !format || text === undefined || !maySave || isSaving) {
      return;
    }
    const bytes = saveText(text, format);
    if (!bytes || bytes.length > LIMITS.editBytes) {
      setProblem({ text: t('editor.tooLarge', { limit: formatSize(LIMITS.editBytes) }), isChanged: false });
      return;
    }
    setIsSaving(true);
    setProblem(undefined);
    try {
      await source.save(entry.path, toBase64(bytes), isForced ? undefined : opened.hash);
      await keepSaved(bytes, { ...format, text, isMixed: false });
      void message.success(t('editor.saved'));
      onSaved();
    } catch (error) {
      const isChanged = isFailure(error, 'file.changed');
      setProblem({ text: readFailure(error).message, isChanged });
    } finally {
      setIsSaving(false);
    }
  };

  const reread = (encoding: Encoding) => {
    const isRead = readAs(encoding) !== undefined;
    const unreadable = t('editor.unreadable', { encoding: ENCODING_NAMES[encoding] });
    setProblem(isRead ? undefined : { text: unreadable, isChanged: false });
    if (isRead) {
      setTyped(undefined);
      setChosen(undefined);
      setReadings(readings + 1);
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
      okButtonProps={{ disabled: !maySave }}
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
            void save(false);
          }
        }}
      >
        {refusal !== undefined && file && <Alert type="info" showIcon title={refusal} />}
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
        {unwritable && format && (
          <Alert
            type="warning"
            showIcon
            title={t('editor.unencodable', { ...unwritable, encoding: ENCODING_NAMES[format.encoding] })}
          />
        )}
        {opened.state === 'loading' && <Skeleton active paragraph={{ rows: 10 }} />}
        {opened.state === 'refused' && <Alert type="warning" showIcon title={opened.reason} />}
        {opened.state === 'open' && format && (
          <>
            <TextFormatBar
              file={opened.file}
              detected={opened.detected}
              format={format}
              readRefusal={isTyped ? t('editor.readAsDirty') : undefined}
              isReadOnly={refusal !== undefined}
              onReadAs={reread}
              onFormat={setChosen}
            />
            <Suspense fallback={<Skeleton active paragraph={{ rows: 10 }} />}>
              <FileEditor
                // Another reading is another text to begin with.
                key={readings}
                label={t('editor.label', { name: showName(entry.name) })}
                text={opened.file.text}
                readOnly={refusal !== undefined}
                onChange={setTyped}
              />
            </Suspense>
          </>
        )}
      </Flex>
    </Modal>
  );
}
