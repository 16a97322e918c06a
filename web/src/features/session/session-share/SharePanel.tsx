import { useQuery } from '@tanstack/react-query';
import { Alert, Divider, Flex, Spin, theme } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { readFailure } from '../../../components/failure.ts';
import { MadeLink } from './MadeLink.tsx';
import { sharingQuery } from './session-share.queries.ts';
import { ShareForm } from './ShareForm.tsx';
import { ShareList } from './ShareList.tsx';

/** Lets others into a live session: makes a link, shows it until this goes, and takes links back. */
export function SharePanel({ sessionId }: { sessionId: string }) {
  const { t } = useTranslation('session-share');
  const { token } = theme.useToken();
  const [link, setLink] = useState<string>();
  const { data, error } = useQuery(sharingQuery(sessionId));
  const failure = error && <Alert type="error" showIcon title={readFailure(error).message} />;
  if (!data) {
    return (
      failure ?? (
        <Flex justify="center" style={{ padding: token.paddingLG }}>
          <Spin />
        </Flex>
      )
    );
  }
  if (data.policy === 'off') {
    return <Alert type="info" showIcon title={t('help.off')} />;
  }
  return (
    <Flex vertical gap={token.margin}>
      {failure}
      {link === undefined ? (
        <ShareForm sessionId={sessionId} policy={data.policy} mayWrite={data.mayWrite} onMade={setLink} />
      ) : (
        <MadeLink link={link} onAnother={() => setLink(undefined)} />
      )}
      {data.shares.length > 0 && (
        <>
          <Divider style={{ margin: 0 }} />
          <ShareList sessionId={sessionId} shares={data.shares} participants={data.participants} />
        </>
      )}
    </Flex>
  );
}
