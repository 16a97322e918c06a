import { MoreOutlined } from '@ant-design/icons';
import type { MenuId } from '@jadegate/contract/menu';
import { Button, Dropdown, Flex, Tooltip, type MenuProps } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { useCan } from '../hooks/account.ts';
import { RefusableButton } from './RefusableButton.tsx';

export interface RowAction {
  key: string;
  label: string;
  icon?: ReactNode;
  danger?: boolean;
  /** Any one of these menu ids is enough; without it everybody may. */
  access?: readonly MenuId[];
  /** Does not apply to this row. */
  hidden?: boolean;
  /** Would apply, but cannot be done now: shown disabled, with this as the reason. */
  refusal?: string | undefined;
  onClick: () => void;
}

interface RowActionsProps {
  /** The row, for those who hear rather than see the table. */
  name: string;
  actions: readonly RowAction[];
  /** How many stand in the row itself; the rest is behind 「更多」. */
  inline?: number;
}

/** The reason, for those who hear rather than hover. */
const spoken = (label: string, refusal: string | undefined) =>
  refusal === undefined ? label : `${label} (${refusal})`;

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
      {offered.slice(0, split).map(({ key, label, danger, refusal, onClick }) => (
        <RefusableButton
          key={key}
          type="link"
          size="small"
          danger={danger}
          refusal={refusal}
          aria-label={spoken(`${label} ${name}`, refusal)}
          onClick={onClick}
        >
          {label}
        </RefusableButton>
      ))}
      {rest.length > 0 && (
        <Dropdown trigger={['click']} menu={{ items: actionItems(rest) }}>
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

/** Actions as entries of a menu; what cannot be done now says why. */
export function actionItems(actions: readonly RowAction[]): NonNullable<MenuProps['items']> {
  return actions.map(({ key, label, icon, danger = false, refusal, onClick }) => ({
    key,
    icon,
    danger,
    disabled: refusal !== undefined,
    label: <MenuLabel label={label} refusal={refusal} />,
    onClick,
  }));
}

function MenuLabel({ label, refusal }: Pick<RowAction, 'label' | 'refusal'>) {
  return refusal === undefined ? (
    label
  ) : (
    <Tooltip title={refusal} placement="left">
      <span aria-label={spoken(label, refusal)}>{label}</span>
    </Tooltip>
  );
}
