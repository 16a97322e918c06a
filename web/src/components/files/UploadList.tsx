import { showName } from '@jadegate/contract/files/file-path';
import { Button, Flex, Progress, theme, Typography } from 'antd';
import { memo, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';

import { formatDuration } from '../../format/duration.ts';
import { formatSize } from '../../format/size.ts';
import { isOver, type Upload, type UploadQueue } from './upload-queue.ts';

const STATUS = { done: 'success', broken: 'exception', cancelled: 'exception' } as const;
/** A folder may bring thousands: those that matter now are shown, the others counted. */
const SHOWN = 30;
const ORDER: Upload['state'][] = ['running', 'finishing', 'broken', 'waiting', 'done', 'cancelled'];

/** What is on its way, how fast, and what became of it. */
export function UploadList({ queue }: { queue: UploadQueue }) {
  const { t } = useTranslation('files');
  const { token } = theme.useToken();
  // Heard here, not by the browser of files around it: a folder of thousands changes ten times a second.
  const uploads = useSyncExternalStore(queue.subscribe, queue.list);
  if (uploads.length === 0) {
    return null;
  }
  const open = uploads.filter((upload) => !isOver(upload)).length;
  const broken = uploads.filter(({ state }) => state === 'broken').length;
  const shown = ORDER.flatMap((state) => uploads.filter((upload) => upload.state === state)).slice(0, SHOWN);
  const summary = () => {
    if (open > broken) {
      return t('upload.open', { count: open - broken });
    }
    return broken > 0 ? t('upload.broken', { count: broken }) : t('upload.over');
  };
  return (
    <section
      aria-label={t('upload.title')}
      // Stays in sight below a long folder.
      style={{
        position: 'sticky',
        bottom: 0,
        marginTop: 'auto',
        padding: `${token.paddingSM}px 0`,
        borderTop: `1px solid ${token.colorBorderSecondary}`,
        background: token.colorBgElevated,
        zIndex: 1,
      }}
    >
      <Flex justify="space-between" align="center" gap="0 8px" wrap>
        <Typography.Text strong role="status">
          {summary()}
        </Typography.Text>
        <Flex gap={4} wrap>
          {broken > 1 && (
            <Button size="small" type="text" onClick={() => queue.retryAll()}>
              {t('upload.resumeAll')}
            </Button>
          )}
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
      {open > broken && <UploadTotal uploads={uploads} perSecond={queue.perSecond} />}
      <Flex
        component="ul"
        vertical
        gap={8}
        style={{ maxHeight: 200, overflow: 'auto', margin: `${token.marginXS}px 0 0`, padding: 0 }}
      >
        {shown.map((upload) => (
          <UploadRow key={upload.id} upload={upload} queue={queue} />
        ))}
        {uploads.length > shown.length && (
          <Typography.Text type="secondary">
            {t('upload.more', { count: uploads.length - shown.length })}
          </Typography.Text>
        )}
      </Flex>
    </section>
  );
}

/** All of them together: how far, how fast, how long still. */
function UploadTotal({ uploads, perSecond }: { uploads: readonly Upload[]; perSecond: number | undefined }) {
  const { t } = useTranslation('files');
  const counted = uploads.filter(({ state }) => state !== 'cancelled');
  const total = counted.reduce((sum, { file }) => sum + file.size, 0);
  const sent = counted.reduce((sum, upload) => sum + Math.min(upload.sent, upload.file.size), 0);
  const parts = [`${formatSize(sent)} / ${formatSize(total)}`];
  if (perSecond !== undefined) {
    parts.push(
      t('upload.rate', { size: formatSize(perSecond) }),
      t('upload.left', { time: formatDuration(Math.ceil((total - sent) / perSecond)) }),
    );
  }
  return (
    <>
      <Typography.Text type="secondary">{parts.join(' · ')}</Typography.Text>
      <Progress
        percent={total === 0 ? 0 : Math.floor((sent / total) * 100)}
        size="small"
        aria-label={t('upload.title')}
      />
    </>
  );
}

/** Drawn again only when its own file went on: a folder changes ten times a second. */
const UploadRow = memo(function UploadRow({ upload, queue }: { upload: Upload; queue: UploadQueue }) {
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
          <Typography.Text type={state === 'broken' ? 'danger' : 'secondary'}>
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
      {!isOver(upload) && (
        <Button size="small" onClick={() => queue.cancel(id)} aria-label={t('upload.cancelOne', { name })}>
          {t('action.cancel')}
        </Button>
      )}
    </Flex>
  );
});
