import { KeyOutlined, PlusOutlined } from '@ant-design/icons';
import type { PasskeyRow } from '@jadegate/contract/identity/passkey';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Card, Flex, theme } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { EmptyState } from '../../../components/EmptyState.tsx';
import { LoadState } from '../../../components/LoadState.tsx';
import { PasskeyTable } from '../../../components/PasskeyTable.tsx';
import { RecoveryCodeSheet } from '../../../components/RecoveryCodeSheet.tsx';
import { useAccount } from '../../../hooks/account.ts';
import { ownPasskeysQuery } from './passkey.queries.ts';
import { PasskeyAddDrawer, PasskeyRemoveDrawer, PasskeyRenameDrawer } from './PasskeyDrawers.tsx';

const WIDTH = 720;

/** What one signs in with instead of a password. */
export function PasskeyTab() {
  const { t } = useTranslation('passkey');
  const { token } = theme.useToken();
  const account = useAccount();
  const { data, error, refetch, isFetching } = useQuery(ownPasskeysQuery());
  const [isAdding, setIsAdding] = useState(false);
  const [asked, setAsked] = useState<{ what: 'rename' | 'remove'; row: PasskeyRow }>();
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes !== undefined) {
    return (
      <Card style={{ maxWidth: WIDTH }}>
        <RecoveryCodeSheet
          codes={codes}
          account={account?.username ?? ''}
          doneLabel={t('action.done')}
          onDone={() => setCodes(undefined)}
        />
      </Card>
    );
  }
  if (data === undefined) {
    return <LoadState {...{ error, isFetching, refetch }} />;
  }
  const { passkeys, problem } = data;
  const add = (
    <Button
      type="primary"
      icon={<PlusOutlined aria-hidden />}
      disabled={problem !== null}
      onClick={() => setIsAdding(true)}
    >
      {t('action.add')}
    </Button>
  );
  return (
    <Flex vertical gap={token.margin}>
      {problem !== null && <Alert type="warning" showIcon title={t(`problem.${problem}`)} />}
      {passkeys.length === 0 ? (
        <EmptyState
          icon={<KeyOutlined aria-hidden />}
          title={t('empty.title')}
          description={t('empty.help')}
          action={add}
        />
      ) : (
        <>
          <Flex justify="space-between" align="flex-start" gap={token.margin} wrap>
            <div style={{ flex: 1, minWidth: 260, maxWidth: WIDTH, color: token.colorTextSecondary }}>
              {t('help.own')}
            </div>
            {add}
          </Flex>
          <PasskeyTable
            rows={passkeys}
            renderActions={(row) => (
              <>
                <Button size="small" onClick={() => setAsked({ what: 'rename', row })}>
                  {t('action.rename')}
                </Button>
                <Button size="small" danger onClick={() => setAsked({ what: 'remove', row })}>
                  {t('action.remove')}
                </Button>
              </>
            )}
          />
        </>
      )}
      <PasskeyAddDrawer open={isAdding} own={data} onClose={() => setIsAdding(false)} onCodes={setCodes} />
      <PasskeyRenameDrawer
        row={asked?.what === 'rename' ? asked.row : undefined}
        onClose={() => setAsked(undefined)}
      />
      <PasskeyRemoveDrawer
        row={asked?.what === 'remove' ? asked.row : undefined}
        isLast={passkeys.length === 1}
        onClose={() => setAsked(undefined)}
      />
    </Flex>
  );
}
