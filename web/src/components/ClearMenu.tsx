import { ClearOutlined, MoreOutlined } from '@ant-design/icons';
import type { MenuId } from '@jadegate/contract/menu';
import { App, Button, Dropdown } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { Can } from './Can.tsx';
import { ConfirmModal } from './ConfirmModal.tsx';

interface ClearMenuProps {
  access: MenuId;
  label: string;
  title: string;
  consequence: string;
  /** What has to be typed before everything goes. */
  word: string;
  /** Said when it is done. */
  done: string;
  onClear: () => Promise<unknown>;
  onCleared: () => void;
}

/** Empties a whole list, after the word for it was typed. In a menu: it is seldom wanted, and lies beside what often is. */
export function ClearMenu(props: ClearMenuProps) {
  const { access, label, title, consequence, word, done, onClear, onCleared } = props;
  const { t } = useTranslation('parts');
  const { message } = App.useApp();
  const [isOpen, setIsOpen] = useState(false);
  const handleConfirm = async () => {
    await onClear();
    message.success(done);
    onCleared();
  };
  const clear = {
    key: 'clear',
    label,
    icon: <ClearOutlined aria-hidden />,
    danger: true,
    onClick: () => setIsOpen(true),
  };
  return (
    <Can any={[access]}>
      <Dropdown trigger={['click']} menu={{ items: [clear] }}>
        <Button icon={<MoreOutlined aria-hidden />}>{t('action.moreOfList')}</Button>
      </Dropdown>
      <ConfirmModal
        title={title}
        consequence={consequence}
        confirmLabel={label}
        typeName={word}
        onConfirm={handleConfirm}
        open={isOpen}
        onClose={() => setIsOpen(false)}
      />
    </Can>
  );
}
