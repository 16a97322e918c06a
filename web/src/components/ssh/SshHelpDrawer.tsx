import type { SshHelp } from '@jadegate/contract/session/ssh-client';
import type { SshDoor } from '@jadegate/contract/session/ssh-door';
import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { Alert, Drawer, Flex, Tabs, theme, Typography } from 'antd';
import { useTranslation } from 'react-i18next';

import type { OverlayProps } from '../../hooks/useOverlays.ts';
import { LoadState } from '../LoadState.tsx';
import { StatusTag } from '../StatusTag.tsx';
import { useTabWords } from '../useTabWords.ts';
import { CopyLine } from './CopyLine.tsx';
import { isSshLineAllowed, SSH_CLIENTS, sshLines, type SshClient } from './ssh-lines.ts';

interface SshHelpFacts {
  help: SshHelp;
  door: SshDoor;
}

interface SshHelpDrawerProps extends OverlayProps<{ id: string; name: string }> {
  read: (id: string) => UseQueryOptions<SshHelpFacts, Error, SshHelpFacts, string[]>;
}

const WIDTH = 640;
const CLIENTS = Object.keys(SSH_CLIENTS) as SshClient[];

/** Ready lines for clients of one's own, to one asset. */
export function SshHelpDrawer({ open, target, onClose, read }: SshHelpDrawerProps) {
  const { t } = useTranslation('ssh-help');
  const { data, error, isFetching, refetch } = useQuery({
    ...read(target?.id ?? ''),
    enabled: open && target !== undefined,
  });
  return (
    <Drawer
      open={open}
      size={WIDTH}
      title={t('title.asset', { name: target?.name ?? '' })}
      onClose={onClose}
      destroyOnHidden
    >
      {data === undefined ? <LoadState {...{ error, isFetching, refetch }} /> : <SshHelpBody {...data} />}
    </Drawer>
  );
}

function SshHelpBody({ help, door }: SshHelpFacts) {
  const { t } = useTranslation('ssh-help');
  const { token } = theme.useToken();
  const tabWords = useTabWords();
  if (!door.isEnabled) {
    return <Alert type="info" showIcon title={t('off.title')} description={t('off.help')} />;
  }
  const lines = sshLines({ door, help });
  return (
    <Flex vertical gap={token.margin}>
      <Typography.Paragraph type="secondary" style={{ margin: 0 }}>
        {t('help.intro')}
      </Typography.Paragraph>
      {help.commandsOnly && <Alert type="warning" showIcon title={t('help.commandsOnly')} />}
      <Tabs
        locale={tabWords}
        items={CLIENTS.map((client) => ({
          key: client,
          label: t(`client.${client}`),
          children: (
            <Flex vertical gap={token.marginLG}>
              {SSH_CLIENTS[client].map((line) => (
                <CopyLine
                  key={line}
                  title={t(`line.${line}`)}
                  tag={
                    !help.commandsOnly &&
                    !isSshLineAllowed(line, help) && (
                      <StatusTag tone="warning">{t('status.forbidden')}</StatusTag>
                    )
                  }
                  help={t(`lineHelp.${line}`)}
                  text={lines[line]}
                />
              ))}
            </Flex>
          ),
        }))}
      />
      <Flex vertical gap={token.marginXXS}>
        <strong style={{ fontWeight: token.fontWeightStrong }}>{t('title.fingerprints')}</strong>
        <Typography.Text type="secondary">{t('help.fingerprints')}</Typography.Text>
        {door.keys
          .filter(({ isPresented }) => isPresented)
          .map(({ algorithm, fingerprint }) => (
            <CopyLine key={fingerprint} title={algorithm} text={fingerprint} />
          ))}
      </Flex>
    </Flex>
  );
}
