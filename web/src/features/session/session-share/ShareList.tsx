import { EditOutlined, EyeOutlined } from '@ant-design/icons';
import type { SessionShare, Sharing } from '@jadegate/contract/session/session-share';
import { Flex, Tag, theme, Typography } from 'antd';
import { useTranslation } from 'react-i18next';

import { ConfirmButton } from '../../../components/ConfirmButton.tsx';
import { personName } from '../../../components/person-name.ts';
import { ParticipantsChip } from '../../../components/session/ParticipantsChip.tsx';
import { ExpiresText } from './ExpiresText.tsx';
import { useRevokeShare } from './session-share.queries.ts';

interface ShareListProps {
  sessionId: string;
  shares: readonly SessionShare[];
  participants: Sharing['participants'];
}

/** The links that are open, each to be taken back. */
export function ShareList({ sessionId, shares, participants }: ShareListProps) {
  const { t } = useTranslation('session-share');
  const { token } = theme.useToken();
  return (
    <section aria-label={t('title.open')}>
      <Flex align="center" gap={token.marginXS} style={{ marginBottom: token.marginSM }}>
        <Typography.Text strong>{t('title.open')}</Typography.Text>
        <ParticipantsChip people={participants} />
      </Flex>
      <Flex vertical gap={token.marginSM} component="ul" style={{ margin: 0, padding: 0, listStyle: 'none' }}>
        {shares.map((share) => (
          <ShareItem key={share.id} sessionId={sessionId} share={share} />
        ))}
      </Flex>
    </section>
  );
}

function ShareItem({ sessionId, share }: { sessionId: string; share: SessionShare }) {
  const { t } = useTranslation('session-share');
  const { token } = theme.useToken();
  const revoke = useRevokeShare(sessionId);
  const whom = share.audience === 'named' ? share.usernames.join('、') : t('audience.signed-in');
  return (
    <Flex component="li" align="center" gap={token.marginSM}>
      <Tag
        icon={share.mode === 'write' ? <EditOutlined aria-hidden /> : <EyeOutlined aria-hidden />}
        color={share.mode === 'write' ? 'warning' : 'default'}
        style={{ marginInlineEnd: 0 }}
      >
        {t(`mode.${share.mode}`)}
      </Tag>
      <Flex vertical flex={1} style={{ minWidth: 0 }}>
        <Typography.Text ellipsis={{ tooltip: whom }}>{whom}</Typography.Text>
        <Typography.Text type="secondary" style={{ fontSize: token.fontSizeSM }}>
          {t('label.by', { name: personName(share.creatorName, share.creatorAccount) })} ·{' '}
          <ExpiresText value={share.expires} />
        </Typography.Text>
      </Flex>
      <ConfirmButton
        size="small"
        type="text"
        title={t('confirm.revoke.title')}
        consequence={t('confirm.revoke.help')}
        confirmLabel={t('action.revoke')}
        onConfirm={() => revoke.mutateAsync(share.id)}
      >
        {t('action.revoke')}
      </ConfirmButton>
    </Flex>
  );
}
