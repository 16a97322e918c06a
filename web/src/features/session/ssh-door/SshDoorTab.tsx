import { SyncOutlined } from '@ant-design/icons';
import type { SshDoor, SshDoorKey } from '@jadegate/contract/session/ssh-door';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Card, Flex, theme, Typography } from 'antd';
import { useTranslation } from 'react-i18next';

import { DescriptionList } from '../../../components/detail/DescriptionList.tsx';
import { LoadState } from '../../../components/LoadState.tsx';
import { Mono } from '../../../components/Mono.tsx';
import { CopyLine } from '../../../components/ssh/CopyLine.tsx';
import { StatusTag } from '../../../components/StatusTag.tsx';
import { TimeText } from '../../../components/TimeText.tsx';
import { useOverlay } from '../../../hooks/useOverlay.ts';
import { RotateDrawer } from './RotateDrawer.tsx';
import { sshDoorQuery } from './ssh-door.queries.ts';

/** Where people's own SSH clients are taken in, and by which keys they know this installation. */
export function SshDoorTab() {
  const { t } = useTranslation('ssh-door');
  const { token } = theme.useToken();
  const { data, error, isFetching, refetch } = useQuery(sshDoorQuery());
  const rotating = useOverlay<undefined>();
  if (data === undefined) {
    return <LoadState {...{ error, isFetching, refetch }} />;
  }
  if (!data.isEnabled) {
    return <Alert type="info" showIcon title={t('off.title')} description={t('off.help')} />;
  }
  return (
    <Flex vertical gap={token.margin} style={{ maxWidth: 880 }}>
      <Card title={t('state.title')}>
        <DescriptionList
          items={[
            {
              key: 'state',
              label: t('field.state'),
              value: <StatusTag tone="success">{t('state.on')}</StatusTag>,
            },
            { key: 'address', label: t('field.address'), value: <Mono text={addressOf(data)} /> },
          ]}
        />
      </Card>
      <Card
        title={t('keys.title')}
        extra={
          <Button icon={<SyncOutlined aria-hidden />} onClick={() => rotating.open(undefined)}>
            {t('action.rotate')}
          </Button>
        }
      >
        <Flex vertical gap={token.margin}>
          <Typography.Text type="secondary">{t('keys.help')}</Typography.Text>
          {data.keys.map((key) => (
            <KeyFacts key={key.fingerprint} doorKey={key} />
          ))}
        </Flex>
      </Card>
      <Card title={t('publish.title')}>
        <Flex vertical gap={token.marginLG}>
          <CopyLine
            title={t('publish.knownHosts')}
            help={t('publish.knownHostsHelp')}
            text={data.keys.map(({ knownHosts }) => knownHosts).join('\n')}
          />
          <CopyLine
            title={t('publish.sshfp')}
            help={t('publish.sshfpHelp')}
            text={data.keys.map(({ sshfp }) => sshfp).join('\n')}
          />
        </Flex>
      </Card>
      {rotating.wasOpened && <RotateDrawer open={rotating.isOpen} onClose={rotating.close} />}
    </Flex>
  );
}

function addressOf({ host, port }: SshDoor): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}

function KeyFacts({
  doorKey: { algorithm, fingerprint, isPresented, presentedFrom },
}: {
  doorKey: SshDoorKey;
}) {
  const { t } = useTranslation('ssh-door');
  const state = isPresented ? t('keys.presented') : t('keys.upcoming');
  const from = (
    <>
      {t('keys.from')} <TimeText value={presentedFrom} variant="exact" />
    </>
  );
  return (
    <CopyLine
      title={algorithm}
      tag={<StatusTag tone={isPresented ? 'success' : 'warning'}>{state}</StatusTag>}
      help={from}
      text={fingerprint}
    />
  );
}
