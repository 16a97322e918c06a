import { Flex, theme } from 'antd';

import { Can } from '../../components/Can.tsx';
import { DeniedState } from '../../components/DeniedState.tsx';
import { LoginLogList } from './LoginLogList.tsx';

/** The login log: who signed in, from where, and who tried. */
export function LoginLogListPage() {
  const { token } = theme.useToken();
  return (
    <Flex vertical gap={token.margin} style={{ padding: token.paddingLG }}>
      <Can any={['login-log']} otherwise={<DeniedState />}>
        <LoginLogList />
      </Can>
    </Flex>
  );
}
