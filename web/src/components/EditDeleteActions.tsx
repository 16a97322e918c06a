import { DeleteOutlined } from '@ant-design/icons';
import type { MenuId } from '@jadegate/contract/menu';
import { useTranslation } from 'react-i18next';

import type { WordsWith } from '../i18n/words-with.ts';
import { RowActions } from './RowActions.tsx';

interface EditDeleteActionsProps {
  /** The catalogue that says 「編輯」 and 「刪除」. */
  words: WordsWith<{ action: { edit: string; delete: string } }>;
  name: string;
  edit: { access: MenuId; refusal?: string | undefined; onClick: () => void };
  remove: { access: MenuId; refusal?: string | undefined; onClick: () => void };
}

/** The actions of a row that can be edited and deleted and nothing else. */
export function EditDeleteActions({ words, name, edit, remove }: EditDeleteActionsProps) {
  const t = useTranslation(words).t as unknown as (key: 'action.edit' | 'action.delete') => string;
  return (
    <RowActions
      name={name}
      actions={[
        { ...edit, key: 'edit', label: t('action.edit'), access: [edit.access] },
        {
          ...remove,
          key: 'delete',
          label: t('action.delete'),
          icon: <DeleteOutlined aria-hidden />,
          danger: true,
          access: [remove.access],
        },
      ]}
    />
  );
}
