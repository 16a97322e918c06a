import type { DestinationTest, EventDestinationRow } from '@jadegate/contract/platform/event-destination';
import { Alert, Button, Flex, Modal, theme, Typography } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

import { CopyButton } from '../../../components/CopyButton.tsx';
import { LoadState } from '../../../components/LoadState.tsx';
import type { OverlayProps } from '../../../hooks/useOverlays.ts';
import { useTestEventDestination } from './event-destination.queries.ts';

/** Sends a test event as soon as it opens, and shows the very bytes and what came back. */
export function DestinationTestModal({ open, target, onClose }: OverlayProps<EventDestinationRow>) {
  const { t } = useTranslation('event-destination');
  return (
    <Modal
      open={open}
      title={t('title.test', { name: target?.name ?? '' })}
      width={760}
      footer={null}
      onCancel={onClose}
      destroyOnHidden
    >
      {target && <TestBody id={target.id} onClose={onClose} />}
    </Modal>
  );
}

function TestBody({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('event-destination');
  const { token } = theme.useToken();
  const { mutate, data, error, isPending } = useTestEventDestination();
  useEffect(() => mutate(id), [mutate, id]);
  const again = async () => mutate(id);
  return (
    <Flex vertical gap={token.margin}>
      {data === undefined || isPending ? (
        <LoadState error={isPending ? null : error} isFetching={isPending} refetch={again} />
      ) : (
        <TestResult test={data} />
      )}
      <Flex justify="flex-end" gap={token.marginXS}>
        <Button onClick={onClose}>{t('action.close')}</Button>
        <Button type="primary" loading={isPending} onClick={() => mutate(id)}>
          {t('action.testAgain')}
        </Button>
      </Flex>
    </Flex>
  );
}

function TestResult({ test }: { test: DestinationTest }) {
  const { t } = useTranslation('event-destination');
  const { isOk, sent, answer, problem, milliseconds } = test;
  return (
    <>
      <Alert
        type={isOk ? 'success' : 'error'}
        showIcon
        title={isOk ? t('test.ok', { ms: milliseconds }) : problem}
      />
      {sent !== '' && <Bytes title={t('test.sent')} text={sent} />}
      {answer !== '' && <Bytes title={t('test.answer')} text={answer} />}
    </>
  );
}

function Bytes({ title, text }: { title: string; text: string }) {
  const { token } = theme.useToken();
  return (
    <section aria-label={title}>
      <Flex justify="space-between" align="center">
        <Typography.Text type="secondary">{title}</Typography.Text>
        <CopyButton text={text} />
      </Flex>
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
        tabIndex={0}
        style={{
          margin: 0,
          maxHeight: 260,
          overflow: 'auto',
          whiteSpace: 'pre-wrap',
          overflowWrap: 'anywhere',
          padding: token.paddingSM,
          background: token.colorFillTertiary,
          borderRadius: token.borderRadius,
          fontFamily: token.fontFamilyCode,
          fontSize: token.fontSizeSM,
        }}
      >
        {text}
      </pre>
    </section>
  );
}
