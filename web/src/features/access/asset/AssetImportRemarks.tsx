import {
  DUPLICATE_CHOICES,
  type AssetImportPreview,
  type DuplicateChoice,
} from '@jadegate/contract/access/asset-import';
import { Alert, Flex, Segmented, theme, Typography } from 'antd';
import { useTranslation } from 'react-i18next';

interface AssetImportRemarksProps {
  preview: AssetImportPreview;
  duplicates: DuplicateChoice;
  onDuplicates: (choice: DuplicateChoice) => void;
}

const MOST_NOTES = 20;

/** How the file was read, what of it is left out, and what to do with what is here already. */
export function AssetImportRemarks({ preview, duplicates, onDuplicates }: AssetImportRemarksProps) {
  const { t } = useTranslation('asset-import');
  const { token } = theme.useToken();
  const { counts, format, notes } = preview;
  return (
    <Flex vertical gap={token.marginSM}>
      <Typography.Text type="secondary">{t('readAs', { format: t(`format.${format}`) })}</Typography.Text>
      {notes.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t('notes')}
          description={notes.slice(0, MOST_NOTES).map((note) => (
            <div key={`${note.line} ${note.message}`}>{t('line', { ...note })}</div>
          ))}
        />
      )}
      {counts.exists + counts.duplicate > 0 && (
        <Flex align="center" gap={token.marginSM} wrap>
          <Typography.Text id="import-duplicates">{t('duplicates.label')}</Typography.Text>
          <Segmented<DuplicateChoice>
            aria-labelledby="import-duplicates"
            size="small"
            value={duplicates}
            options={DUPLICATE_CHOICES.map((value) => ({ value, label: t(`duplicates.${value}`) }))}
            onChange={onDuplicates}
          />
          <Typography.Text type="secondary">{t('duplicates.help')}</Typography.Text>
        </Flex>
      )}
    </Flex>
  );
}
