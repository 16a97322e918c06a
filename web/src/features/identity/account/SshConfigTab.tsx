import { LinkOutlined } from '@ant-design/icons';
import { NEVER } from '@jadegate/contract/scalars';
import { readSshConfig, SSH_CONFIG_TOKEN, type OwnSshConfig } from '@jadegate/contract/session/ssh-client';
import { useQuery } from '@tanstack/react-query';
import { Alert, App, Button, Flex, theme, Typography } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { ConfirmButton } from '../../../components/ConfirmButton.tsx';
import { DescriptionList } from '../../../components/detail/DescriptionList.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { LoadState } from '../../../components/LoadState.tsx';
import { CopyLine } from '../../../components/ssh/CopyLine.tsx';
import { TimeText } from '../../../components/TimeText.tsx';
import { useBranding } from '../../../hooks/branding.ts';
import { ownSshConfigQuery, useMakeSshConfig, useRevokeSshConfig } from './ssh-config.queries.ts';

/** The address from which one's SSH client fetches a configuration of all hosts: made here, shown once, revoked here. */
export function SshConfigTab() {
  const { t } = useTranslation('ssh-config');
  const { data, error, isFetching, refetch } = useQuery(ownSshConfigQuery());
  const make = useMakeSshConfig();
  // In nobody's memory but this page's.
  const [token, setToken] = useState<string>();
  const handleMake = () => make.mutate(undefined, { onSuccess: (made) => setToken(made.token) });

  if (data === undefined) {
    return <LoadState {...{ error, isFetching, refetch }} />;
  }
  if (!data.isMade && token === undefined) {
    return (
      <EmptyState
        icon={<LinkOutlined aria-hidden />}
        title={t('empty.title')}
        description={t('empty.help')}
        action={
          <Button type="primary" loading={make.isPending} onClick={handleMake}>
            {t('action.make')}
          </Button>
        }
      />
    );
  }
  return (
    <MadeConfig
      config={data}
      token={token}
      onReplace={async () => setToken((await make.mutateAsync(undefined)).token)}
      onRevoked={() => setToken(undefined)}
    />
  );
}

interface MadeConfigProps {
  config: OwnSshConfig;
  /** Right after it was made. */
  token: string | undefined;
  onReplace: () => Promise<void>;
  onRevoked: () => void;
}

function MadeConfig({ config, token, onReplace, onRevoked }: MadeConfigProps) {
  const { t } = useTranslation('ssh-config');
  const { token: design } = theme.useToken();
  const { message } = App.useApp();
  const revoke = useRevokeSshConfig();
  return (
    <Flex vertical gap={design.margin} style={{ maxWidth: 880 }}>
      <Typography.Text type="secondary">{t('help.made')}</Typography.Text>
      {token !== undefined && <FetchLines token={token} />}
      <DescriptionList
        items={[
          { key: 'created', label: t('field.created'), value: <TimeText value={config.created} /> },
          {
            key: 'lastUsed',
            label: t('field.lastUsed'),
            value:
              config.lastUsed === NEVER ? (
                t('status.never')
              ) : (
                <>
                  <TimeText value={config.lastUsed} /> {t('status.from', { address: config.lastAddress })}
                </>
              ),
          },
        ]}
      />
      <Flex gap={design.marginXS} wrap>
        <ConfirmButton
          danger={false}
          title={t('confirm.replace.title')}
          consequence={t('confirm.replace.help')}
          confirmLabel={t('action.replace')}
          onConfirm={onReplace}
        >
          {t('action.replace')}
        </ConfirmButton>
        <ConfirmButton
          title={t('confirm.revoke.title')}
          consequence={t('confirm.revoke.help')}
          confirmLabel={t('action.revoke')}
          onConfirm={async () => {
            await revoke.mutateAsync(undefined);
            onRevoked();
            void message.success(t('message.revoked'));
          }}
        >
          {t('action.revoke')}
        </ConfirmButton>
      </Flex>
    </Flex>
  );
}

function FetchLines({ token }: { token: string }) {
  const { t } = useTranslation('ssh-config');
  const { publicUrl } = useBranding();
  const query = new URLSearchParams({ [SSH_CONFIG_TOKEN]: token });
  const address = `${publicUrl || window.location.origin}${readSshConfig.path}?${query}`;
  return (
    <>
      <Alert type="warning" showIcon title={t('help.once')} />
      <CopyLine
        title={t('line.fetch')}
        help={t('line.fetchHelp')}
        text={`curl -fsS -o ~/.ssh/jadegate.config '${address}'`}
      />
      <CopyLine
        title={t('line.include')}
        help={t('line.includeHelp')}
        text="Include ~/.ssh/jadegate.config"
      />
    </>
  );
}
