import { ClearOutlined, MoreOutlined } from '@ant-design/icons';
import type { MenuId } from '@jadegate/contract/menu';
import { App, Button, Dropdown } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { WordsWith } from '../i18n/words-with.ts';
import { Can } from './Can.tsx';
import { ConfirmModal } from './ConfirmModal.tsx';

/** The words a catalogue must have for its list to be emptied; `word` has to be typed before everything goes. */
interface ClearWords {
  action: { clear: string };
  confirm: { clear: { title: string; help: string; word: string } };
  message: { cleared: string };
}

type ClearKey =
  | 'action.clear'
  | 'confirm.clear.title'
  | 'confirm.clear.help'
  | 'confirm.clear.word'
  | 'message.cleared';

interface ClearMenuProps {
  access: MenuId;
  words: WordsWith<ClearWords>;
  clear: (input: undefined) => Promise<unknown>;
  onCleared: () => void;
}

/** Empties a whole list, after the word for it was typed. In a menu: it is seldom wanted, and lies beside what often is. */
export function ClearMenu({ access, words, clear, onCleared }: ClearMenuProps) {
  const { t: parts } = useTranslation('parts');
  // The type of `words` proves that the keys are there; i18next cannot see that through a union.
  const t = useTranslation(words).t as unknown as (key: ClearKey) => string;
  const { message } = App.useApp();
  const [isOpen, setIsOpen] = useState(false);
  const handleConfirm = async () => {
    await clear(undefined);
    message.success(t('message.cleared'));
    onCleared();
  };
  const item = {
    key: 'clear',
    label: t('action.clear'),
    icon: <ClearOutlined aria-hidden />,
    danger: true,
    onClick: () => setIsOpen(true),
  };
  return (
    <Can any={[access]}>
      <Dropdown trigger={['click']} menu={{ items: [item] }}>
        <Button icon={<MoreOutlined aria-hidden />}>{parts('action.moreOfList')}</Button>
      </Dropdown>
      <ConfirmModal
        title={t('confirm.clear.title')}
        consequence={t('confirm.clear.help')}
        confirmLabel={t('action.clear')}
        typeName={t('confirm.clear.word')}
        onConfirm={handleConfirm}
        open={isOpen}
        onClose={() => setIsOpen(false)}
      />
    </Can>
  );
}
