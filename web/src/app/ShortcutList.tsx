import { Modal } from 'antd';
import { useTranslation } from 'react-i18next';

import { PALETTE_KEYS } from './palette-keys.ts';

import styles from './ShortcutList.module.css';

const SHORTCUTS = [
  { name: 'palette', keys: PALETTE_KEYS },
  { name: 'search', keys: '/' },
  { name: 'sessionPalette', keys: 'Alt Shift K' },
  { name: 'leaveSession', keys: 'Alt Shift L' },
  { name: 'list', keys: '?' },
  { name: 'close', keys: 'Esc' },
] as const;

export function ShortcutList({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('app');
  return (
    <Modal open title={t('shortcut.title')} footer={null} onCancel={onClose} width={420}>
      <dl className={styles.list}>
        {SHORTCUTS.map(({ name, keys }) => (
          <div key={name} className={styles.row}>
            <dt>{t(`shortcut.${name}`)}</dt>
            <dd>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
