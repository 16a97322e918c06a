import {
  DESTINATION_KINDS,
  PEOPLE_KINDS,
  type DestinationKind,
} from '@jadegate/contract/platform/events/destination-config';
import { Button, Flex, Modal, theme, Typography } from 'antd';
import { useTranslation } from 'react-i18next';

import type { OverlayProps } from '../../../hooks/useOverlays.ts';
import { DESTINATION_ICONS } from './destination-icons.tsx';

import styles from './DestinationKindModal.module.css';

interface DestinationKindModalProps extends OverlayProps<undefined> {
  onChoose: (kind: DestinationKind) => void;
}

/** What a new destination speaks: that stays as it is. */
export function DestinationKindModal({ open, onClose, onChoose }: DestinationKindModalProps) {
  const { t } = useTranslation('event-destination');
  const { token } = theme.useToken();
  const parts = [
    ['collectors', DESTINATION_KINDS.filter((kind) => !PEOPLE_KINDS.includes(kind))],
    ['people', PEOPLE_KINDS],
  ] as const;
  return (
    <Modal open={open} title={t('title.kind')} width={720} footer={null} onCancel={onClose} destroyOnHidden>
      <Flex vertical gap={token.margin}>
        {parts.map(([part, kinds]) => (
          <section key={part} aria-label={t(`section.${part}`)}>
            <Typography.Text type="secondary">{t(`section.${part}`)}</Typography.Text>
            <div className={styles.kinds} style={{ gap: token.marginXS, marginTop: token.marginXS }}>
              {kinds.map((kind) => (
                <KindButton
                  key={kind}
                  kind={kind}
                  onClick={() => {
                    onClose();
                    onChoose(kind);
                  }}
                />
              ))}
            </div>
          </section>
        ))}
      </Flex>
    </Modal>
  );
}

function KindButton({ kind, onClick }: { kind: DestinationKind; onClick: () => void }) {
  const { t } = useTranslation('event-destination');
  const { token } = theme.useToken();
  const Icon = DESTINATION_ICONS[kind];
  return (
    <Button className={styles.kind} onClick={onClick}>
      <Flex gap={token.marginSM} align="center">
        <span style={{ fontSize: token.fontSizeHeading4, color: token.colorPrimary }}>
          <Icon aria-hidden />
        </span>
        <span className={styles.words}>
          <span>{t(`kind.${kind}`)}</span>
          <Typography.Text type="secondary" className={styles.help}>
            {t(`kindHelp.${kind}`)}
          </Typography.Text>
        </span>
      </Flex>
    </Button>
  );
}
