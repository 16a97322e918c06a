import { DownloadOutlined } from '@ant-design/icons';
import { fingerprintText } from '@jadegate/contract/session/evidence/bundle';
import { downloadPlayer, downloadVerifier } from '@jadegate/contract/session/session-evidence';
import { useQuery } from '@tanstack/react-query';
import { Button, Flex, theme, Typography } from 'antd';
import { useTranslation } from 'react-i18next';

import { download } from '../../../api/download.ts';
import { CopyButton } from '../../../components/CopyButton.tsx';
import { LoadState } from '../../../components/LoadState.tsx';
import { SmallTable } from '../../../components/SmallTable.tsx';
import { StatusTag } from '../../../components/StatusTag.tsx';
import { TimeText } from '../../../components/TimeText.tsx';
import { keysQuery } from './evidence.queries.ts';

/** By what outsiders know who signed, and what they verify with. */
export function KeysTab() {
  const { t } = useTranslation('evidence');
  const { token } = theme.useToken();
  const { data, error, isFetching, refetch } = useQuery(keysQuery());
  if (data === undefined) {
    return <LoadState {...{ error, isFetching, refetch }} />;
  }
  return (
    <Flex vertical gap={token.margin}>
      <Typography.Text type="secondary">{t('key.help')}</Typography.Text>
      <SmallTable<(typeof data)[number]>
        dataSource={data}
        columns={[
          {
            key: 'fingerprint',
            title: t('field.fingerprint'),
            render: (_, { id }) => (
              <div style={{ maxWidth: 620, whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
                {/* All of it, on a phone too: it is read out. */}
                <code style={{ fontFamily: token.fontFamilyCode }}>{fingerprintText(id)}</code>
                <CopyButton text={id} name={t('field.fingerprint')} />
              </div>
            ),
          },
          {
            key: 'state',
            title: t('field.state'),
            render: (_, { isUsed }) => (
              <StatusTag tone={isUsed ? 'success' : 'default'}>
                {t(isUsed ? 'key.used' : 'key.old')}
              </StatusTag>
            ),
          },
          {
            key: 'created',
            title: t('field.created'),
            render: (_, { createdAt }) => <TimeText value={createdAt} variant="exact" />,
          },
        ]}
      />
      <Flex gap={token.marginXS} wrap>
        <Button icon={<DownloadOutlined aria-hidden />} onClick={() => void download(downloadVerifier, {})}>
          {t('action.verifier')}
        </Button>
        <Button icon={<DownloadOutlined aria-hidden />} onClick={() => void download(downloadPlayer, {})}>
          {t('action.player')}
        </Button>
      </Flex>
    </Flex>
  );
}
