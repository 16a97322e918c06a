import { showName } from '@jadegate/contract/file-path';
import { Button, Flex, Progress, theme, Typography } from 'antd';
import { useTranslation } from 'react-i18next';

import { formatSize } from '../../format/size.ts';
import type { Upload, UploadQueue } from './upload-queue.ts';

const STATUS = { done: 'success', broken: 'exception', cancelled: 'exception' } as const;

/** What is on its way to the target, and what became of it. */
export function UploadList({ uploads, queue }: { uploads: readonly Upload[]; queue: UploadQueue }) {
  const { t } = useTranslation('files');
  const { token } = theme.useToken();
  if (uploads.length === 0) {
    return null;
  }
  const open = uploads.filter(({ state }) => state !== 'done' && state !== 'cancelled').length;
  const broken = uploads.filter(({ state }) => state === 'broken').length;
  const summary = () => {
    if (open > broken) {
      return t('upload.open', { count: open - broken });
    }
    return broken > 0 ? t('upload.broken', { count: broken }) : t('upload.over');
  };
  return (
    <section
      aria-label={t('upload.title')}
      // Stays in sight below a long folder, down to the edge of the drawer.
      style={{
        position: 'sticky',
        bottom: 0,
        marginTop: 'auto',
        marginInline: -token.paddingLG,
        marginBottom: -token.paddingLG,
        padding: `${token.paddingSM}px ${token.paddingLG}px`,
        borderTop: `1px solid ${token.colorBorderSecondary}`,
        background: token.colorBgElevated,
        zIndex: 1,
      }}
    >
      <Flex justify="space-between" align="center">
        <Typography.Text strong role="status">
          {summary()}
        </Typography.Text>
        <Flex gap={4}>
          {open > 0 && (
            <Button size="small" type="text" onClick={() => queue.stopAll()}>
              {t('upload.cancelAll')}
            </Button>
          )}
          <Button size="small" type="text" onClick={() => queue.clear()}>
            {t('upload.clear')}
          </Button>
        </Flex>
      </Flex>
      <Flex
        component="ul"
        vertical
        gap={8}
        style={{ maxHeight: 200, overflow: 'auto', margin: `${token.marginXS}px 0 0`, padding: 0 }}
      >
        {uploads.map((upload) => (
          <UploadRow key={upload.id} upload={upload} queue={queue} />
        ))}
      </Flex>
    </section>
  );
}

function UploadRow({ upload, queue }: { upload: Upload; queue: UploadQueue }) {
  const { t } = useTranslation('files');
  const { id, file, state, sent, reason } = upload;
  const name = showName(file.name);
  const percent = file.size === 0 ? (state === 'done' ? 100 : 0) : Math.floor((sent / file.size) * 100);
  const status = state === 'done' || state === 'broken' || state === 'cancelled' ? STATUS[state] : 'normal';
  return (
    <Flex component="li" align="center" gap={12} style={{ listStyle: 'none' }}>
      <Flex vertical flex={1} style={{ minWidth: 0 }}>
        <Flex justify="space-between" gap="0 8px" wrap>
          <Typography.Text ellipsis title={`${upload.dir}/${name}`}>
            {name}
          </Typography.Text>
          <Typography.Text
            type={state === 'broken' ? 'danger' : 'secondary'}
            style={{ whiteSpace: 'nowrap' }}
          >
            {state === 'running'
              ? `${formatSize(sent)} / ${formatSize(file.size)}`
              : reason && state === 'broken'
                ? reason
                : t(`upload.state.${state}`)}
          </Typography.Text>
        </Flex>
        <Progress percent={percent} status={status} size="small" showInfo={false} aria-label={name} />
      </Flex>
      {state === 'broken' && (
        <Button size="small" onClick={() => queue.retry(id)} aria-label={t('upload.resumeOne', { name })}>
          {t('upload.resume')}
        </Button>
      )}
      {state !== 'done' && state !== 'cancelled' && (
        <Button size="small" onClick={() => queue.cancel(id)} aria-label={t('upload.cancelOne', { name })}>
          {t('action.cancel')}
        </Button>
      )}
    </Flex>
  );
}
