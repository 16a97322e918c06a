import { useQuery } from '@tanstack/react-query';
import { Alert, Divider, Flex, Modal, Spin, theme } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { readFailure } from '../../components/failure.ts';
import { MadeLink } from './MadeLink.tsx';
import { sharingQuery } from './session-share.queries.ts';
import { ShareForm } from './ShareForm.tsx';
import { ShareList } from './ShareList.tsx';

interface ShareModalProps {
  sessionId: string;
  hostName: string;
  open: boolean;
  onClose: () => void;
  /** It is gone, and no longer holds the keyboard. */
  afterClose?: () => void;
}

/** Lets others into a live session: makes a link, shows it once, and takes links back. */
export function ShareModal({ sessionId, hostName, open, onClose, afterClose }: ShareModalProps) {
  const { t } = useTranslation('session-share');
  const { token } = theme.useToken();
  const [link, setLink] = useState<string>();
  const sharing = useQuery({ ...sharingQuery(sessionId), enabled: open });
  const { data } = sharing;
  return (
    <Modal
      open={open}
      title={t('title.share', { host: hostName })}
      footer={null}
      width={560}
      onCancel={onClose}
      // The terminal gets the keyboard back, not the button that opened this.
      focusable={{ focusTriggerAfterClose: false }}
      afterClose={() => {
        setLink(undefined);
        afterClose?.();
      }}
      destroyOnHidden
    >
      {sharing.error && <Alert type="error" showIcon title={readFailure(sharing.error).message} />}
      {!data && !sharing.error && (
        <Flex justify="center" style={{ padding: token.paddingLG }}>
          <Spin />
        </Flex>
      )}
      {data?.policy === 'off' && <Alert type="info" showIcon title={t('help.off')} />}
      {data && data.policy !== 'off' && (
        <Flex vertical gap={token.margin}>
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
      )}
    </Modal>
  );
}
