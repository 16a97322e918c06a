import type { User } from '@jadegate/contract/identity/user';
import { Alert, App, Flex, theme } from 'antd';
import { useTranslation } from 'react-i18next';

import { Can } from '../../../components/Can.tsx';
import { ConfirmButton } from '../../../components/ConfirmButton.tsx';
import { useAccount } from '../../../hooks/account.ts';
import { useConfirmUser } from './user.queries.ts';

/** Somebody else knows the password of this account. Another administrator says when it is its person's alone. */
export function UserCustodyNotice({ user: { id, nickname, knownTo = [] } }: { user: User }) {
  const { t } = useTranslation('user');
  const { token } = theme.useToken();
  const { message } = App.useApp();
  const account = useAccount();
  const { mutateAsync } = useConfirmUser();
  if (knownTo.length === 0) {
    return null;
  }
  const maker = knownTo.map((person) => person.nickname).join('、');
  const isMaker = knownTo.some((person) => person.id === account?.id);
  const handleConfirm = async () => {
    await mutateAsync(id);
    void message.success(t('message.confirmedOwn', { name: nickname }));
  };
  const notice = (
    <Flex wrap gap={token.marginXS} justify="space-between" align="center">
      <span style={{ flex: '1 1 280px' }}>{isMaker ? t('custody.own') : t('custody.others', { maker })}</span>
      {/* The server refuses both: neither who set the password nor the account itself is a second pair of eyes. */}
      {!isMaker && id !== account?.id && (
        <Can any={['user-edit']}>
          <ConfirmButton
            danger={false}
            title={t('confirm.own.title', { name: nickname })}
            consequence={t('confirm.own.help', { maker })}
            confirmLabel={t('action.confirmOwn')}
            onConfirm={handleConfirm}
          >
            {t('action.confirmOwn')}
          </ConfirmButton>
        </Can>
      )}
    </Flex>
  );
  return <Alert type="warning" showIcon title={notice} />;
}
