import type { MenuId } from '@jadegate/contract/menu';
import type { RoleRow } from '@jadegate/contract/role-endpoints';
import { Button, Flex, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';

import { Can } from '../../components/Can.tsx';

interface RoleRowActionsProps {
  row: RoleRow;
  onEdit: (id: string) => void;
  onDelete: (rows: RoleRow[]) => void;
}

/** What can be done with one role. Built-in roles show the same, and why it is not for them. */
export function RoleRowActions({ row, onEdit, onDelete }: RoleRowActionsProps) {
  const { t } = useTranslation('role');
  return (
    <Flex gap={4} justify="flex-end">
      <Action
        label={t('action.edit')}
        name={row.name}
        access="role-edit"
        refusal={row.modifiable ? undefined : t('help.builtInEdit')}
        onClick={() => onEdit(row.id)}
      />
      <Action
        label={t('action.delete')}
        name={row.name}
        access="role-del"
        danger
        refusal={row.deletable ? undefined : t('help.builtInDelete')}
        onClick={() => onDelete([row])}
      />
    </Flex>
  );
}

interface ActionProps {
  label: string;
  name: string;
  access: MenuId;
  danger?: boolean;
  /** Why it cannot be done. */
  refusal: string | undefined;
  onClick: () => void;
}

function Action({ label, name, access, danger = false, refusal, onClick }: ActionProps) {
  const button = (
    <Button
      type="link"
      size="small"
      danger={danger}
      disabled={refusal !== undefined}
      aria-label={refusal === undefined ? `${label} ${name}` : `${label} ${name} (${refusal})`}
      onClick={onClick}
    >
      {label}
    </Button>
  );
  return (
    <Can any={[access]}>
      {/* A disabled button hears no pointer, so the box around it shows the reason. */}
      {refusal === undefined ? (
        button
      ) : (
        <Tooltip title={refusal}>
          <span>{button}</span>
        </Tooltip>
      )}
    </Can>
  );
}
