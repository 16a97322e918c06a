import type { OwnFactorWindow } from '@jadegate/contract/identity/factor-window';
import { useQuery } from '@tanstack/react-query';
import { App, Flex, theme, Typography } from 'antd';
import { useTranslation } from 'react-i18next';

import { ConfirmButton } from '../../../components/ConfirmButton.tsx';
import { Mono } from '../../../components/Mono.tsx';
import { SmallTable } from '../../../components/SmallTable.tsx';
import { TimeText } from '../../../components/TimeText.tsx';
import { ownFactorWindowsQuery, useEndFactorWindow } from './account.queries.ts';

/** From where no code is asked for again for a while. Nothing where that is so nowhere. */
export function FactorWindowList() {
  const { t } = useTranslation('account');
  const { token } = theme.useToken();
  const { data = [] } = useQuery(ownFactorWindowsQuery());
  if (data.length === 0) {
    return null;
  }
  return (
    <Flex vertical gap={token.marginXS}>
      <Typography.Title level={2} style={{ margin: 0, fontSize: token.fontSizeLG }}>
        {t('window.title')}
      </Typography.Title>
      <Typography.Text type="secondary">{t('window.help')}</Typography.Text>
      <SmallTable<OwnFactorWindow>
        dataSource={data}
        columns={[
          {
            key: 'address',
            title: t('field.address'),
            render: (_value, { address }) => <Mono text={address} />,
          },
          {
            key: 'proof',
            title: t('window.proof'),
            render: (_value, { keyName }) =>
              keyName === null ? t('window.password') : t('window.key', { name: keyName }),
          },
          {
            key: 'proven',
            title: t('window.proven'),
            render: (_value, { proven }) => <TimeText value={proven} />,
          },
          {
            key: 'ends',
            title: t('window.ends'),
            render: (_value, { ends }) => <TimeText value={ends} variant="exact" />,
          },
          {
            key: 'actions',
            title: t('field.actions'),
            width: 140,
            render: (_value, window) => <EndWindow window={window} />,
          },
        ]}
      />
    </Flex>
  );
}

function EndWindow({ window: { id, address } }: { window: OwnFactorWindow }) {
  const { t } = useTranslation('account');
  const { message } = App.useApp();
  const end = useEndFactorWindow();
  return (
    <ConfirmButton
      size="small"
      title={t('window.endTitle')}
      consequence={t('window.endHelp', { address })}
      confirmLabel={t('window.end')}
      onConfirm={async () => {
        await end.mutateAsync(id);
        void message.success(t('window.ended'));
      }}
    >
      {t('window.end')}
    </ConfirmButton>
  );
}
