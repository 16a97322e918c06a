import { showName } from '@jadegate/contract/files/file-path';
import type { FileEntry } from '@jadegate/contract/files/files';
import { Alert, Button, Flex, Modal, Skeleton } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { formatSize } from '../../format/size.ts';
import { readFailure } from '../failure.ts';
import type { FileSource } from './file-source.ts';
import { isPdf, mayRunScript } from './pdf-scripts.ts';
import { PREVIEW_BYTES, previewOf, type PreviewKind } from './preview-kind.ts';

interface FilePreviewModalProps {
  open: boolean;
  entry: FileEntry;
  source: FileSource;
  onClose: () => void;
}

const PDF = 'application/pdf';

type Shown = { state: 'loading' } | { state: 'refused'; reason: string } | { state: 'shown'; url: string };

/** Shows a picture, a document, sound or film: the bytes under a type that we choose, at an address of this page alone. */
export function FilePreviewModal({ open, entry, source, onClose }: FilePreviewModalProps) {
  const { t } = useTranslation('files');
  const [shown, setShown] = useState<Shown>({ state: 'loading' });
  const preview = previewOf(entry.name);
  const type = preview?.type ?? '';
  const name = showName(entry.name);

  useEffect(() => {
    if (!open) {
      return undefined;
    }
    let url: string | undefined;
    let isGone = false;
    const load = async (): Promise<Shown> => {
      const refusal = source.refusal('download');
      if (refusal !== undefined || entry.size > PREVIEW_BYTES) {
        const reason = refusal ?? t('preview.tooLarge', { limit: formatSize(PREVIEW_BYTES) });
        return { state: 'refused', reason };
      }
      const content = await source.read(entry.path);
      if (type === PDF) {
        const bytes = new Uint8Array(await content.arrayBuffer());
        const isShowable = isPdf(bytes);
        if (!isShowable || (await mayRunScript(bytes))) {
          return { state: 'refused', reason: isShowable ? t('preview.scripted') : t('preview.broken') };
        }
      }
      if (isGone) {
        return { state: 'loading' };
      }
      url = URL.createObjectURL(new Blob([content], { type }));
      return { state: 'shown', url };
    };
    load()
      .catch((error: unknown): Shown => ({ state: 'refused', reason: readFailure(error).message }))
      .then((result) => !isGone && setShown(result))
      .catch(() => undefined);
    return () => {
      isGone = true;
      if (url !== undefined) {
        URL.revokeObjectURL(url);
      }
    };
  }, [open, entry, source, type, t]);

  return (
    <Modal
      open={open}
      width="min(1100px, 92vw)"
      title={name}
      onCancel={onClose}
      destroyOnHidden
      footer={
        <Button
          disabled={source.refusal('download') !== undefined}
          onClick={() => void source.download(entry.path)}
        >
          {t('action.download')}
        </Button>
      }
    >
      <Flex justify="center">
        {shown.state === 'loading' && <Skeleton active paragraph={{ rows: 6 }} />}
        {shown.state === 'refused' && <Alert type="warning" showIcon title={shown.reason} />}
        {shown.state === 'shown' && preview && (
          <Content
            kind={preview.kind}
            url={shown.url}
            name={name}
            onBroken={() => setShown({ state: 'refused', reason: t('preview.broken') })}
          />
        )}
      </Flex>
    </Modal>
  );
}

const PAPER = { width: '100%', height: '70vh', border: 0 } as const;
const FILLS = { maxWidth: '100%', maxHeight: '70vh' } as const;

function Content(props: { kind: PreviewKind; url: string; name: string; onBroken: () => void }) {
  const { kind, url, name, onBroken } = props;
  switch (kind) {
    case 'image':
      return <img src={url} alt={name} onError={onBroken} style={{ ...FILLS, objectFit: 'contain' }} />;
    case 'pdf':
      // oxlint-disable-next-line react/iframe-missing-sandbox -- no browser shows a PDF in one; see pdf-scripts.ts
      return <iframe src={`${url}#navpanes=0`} title={name} style={PAPER} />;
    case 'audio':
      // oxlint-disable-next-line jsx-a11y/media-has-caption -- somebody's own recording has none
      return <audio src={url} controls aria-label={name} onError={onBroken} style={{ width: '100%' }} />;
    case 'video':
      // oxlint-disable-next-line jsx-a11y/media-has-caption -- somebody's own film has none
      return <video src={url} controls aria-label={name} onError={onBroken} style={FILLS} />;
  }
}
