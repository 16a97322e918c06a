import { USER_IMPORT_COLUMNS, type UserImportColumn } from '@jadegate/contract/identity/user-import';
import { LIMITS } from '@jadegate/contract/limits';
import { Typography } from 'antd';
import { useTranslation } from 'react-i18next';

import { csvText } from '../../../components/csv-text.ts';
import { ImportDialog } from '../../../components/import/ImportDialog.tsx';
import { useImportUsers, usePreviewUserImport } from './user.queries.ts';
import { UserImportOutcome } from './UserImportOutcome.tsx';

interface UserImportDialogProps {
  open: boolean;
  onClose: () => void;
}

const COLUMNS = Object.keys(USER_IMPORT_COLUMNS) as UserImportColumn[];

/** People from a CSV file. */
export function UserImportDialog({ open, onClose }: UserImportDialogProps) {
  const { t } = useTranslation('user');
  const preview = usePreviewUserImport();
  const run = useImportUsers();
  const label = (column: UserImportColumn) => t(`import.column.${column}`);
  const sample = csvText([
    COLUMNS.map(label),
    ['amy.chen', t('import.sample.first'), t('type.user'), '', '', 'amy.chen@example.com', ''],
    ['bo.lin', t('import.sample.second'), t('type.admin'), '', '', '', ''],
  ]);
  return (
    <ImportDialog
      open={open}
      title={t('import.title')}
      help={
        <Typography.Paragraph type="secondary" style={{ marginBottom: 0 }}>
          {t('import.help', { max: LIMITS.importUsers.max })}
        </Typography.Paragraph>
      }
      sample={{ name: 'jadegate-users.csv', text: sample }}
      columnLabel={(column) => (isColumn(column) ? label(column) : column)}
      maxBytes={LIMITS.importBytes}
      preview={(file) => preview.mutateAsync(file)}
      run={async (file) => {
        try {
          return await run.mutateAsync(file);
        } finally {
          run.reset();
        }
      }}
      renderResult={(outcome) => <UserImportOutcome outcome={outcome} />}
      onClose={onClose}
    />
  );
}

function isColumn(name: string): name is UserImportColumn {
  return Object.hasOwn(USER_IMPORT_COLUMNS, name);
}
