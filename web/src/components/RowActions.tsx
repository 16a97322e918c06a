import { MoreOutlined } from '@ant-design/icons';
import type { MenuId } from '@jadegate/contract/menu';
import { Button, Dropdown, Flex } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { useCan } from '../hooks/account.ts';

export interface RowAction {
  key: string;
  label: string;
  icon?: ReactNode;
  danger?: boolean;
  /** Any one of these menu ids is enough; without it everybody may. */
  access?: readonly MenuId[];
  /** Does not apply to this row. */
  hidden?: boolean;
  onClick: () => void;
}

interface RowActionsProps {
  /** The row, for those who hear rather than see the table. */
  name: string;
  actions: readonly RowAction[];
  /** How many stand in the row itself; the rest is behind 「更多」. */
  inline?: number;
}

/** What can be done with one row, by this person. */
export function RowActions({ name, actions, inline = 1 }: RowActionsProps) {
  const { t } = useTranslation('parts');
  const can = useCan();
  const offered = actions.filter(
    ({ access, hidden }) => hidden !== true && (access === undefined || can(...access)),
  );
  // One hidden action would cost a click and save no room.
  const split = offered.length === inline + 1 ? offered.length : inline;
  const rest = offered.slice(split);
  return (
    <Flex gap={4} justify="flex-end">
      {offered.slice(0, split).map(({ key, label, danger, onClick }) => (
        <Button
          key={key}
          type="link"
          size="small"
          danger={danger}
          aria-label={`${label} ${name}`}
          onClick={onClick}
        >
          {label}
        </Button>
      ))}
      {rest.length > 0 && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: rest.map(({ key, label, icon, danger, onClick }) => ({
              key,
              label,
              icon,
              danger,
              onClick,
            })),
          }}
        >
          <Button
            type="text"
            size="small"
            icon={<MoreOutlined aria-hidden />}
            aria-label={t('action.more', { name })}
          />
        </Dropdown>
      )}
    </Flex>
  );
}
