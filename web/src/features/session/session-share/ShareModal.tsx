import { Modal } from 'antd';
import { useTranslation } from 'react-i18next';

import { SharePanel } from './SharePanel.tsx';

interface ShareModalProps {
  sessionId: string;
  hostName: string;
  open: boolean;
  onClose: () => void;
}

/** Where a session has no place for panels. */
export function ShareModal({ sessionId, hostName, open, onClose }: ShareModalProps) {
  const { t } = useTranslation('session-share');
  return (
    <Modal
      open={open}
      title={t('title.share', { host: hostName })}
      footer={null}
      width={560}
      onCancel={onClose}
      destroyOnHidden
    >
      <SharePanel sessionId={sessionId} />
    </Modal>
  );
}
