import {
  ASSET_MAIN_COLUMNS,
  type AssetImportPreview,
  type AssetMainColumn,
  type DuplicateChoice,
} from '@jadegate/contract/access/asset-import';
import { LIMITS } from '@jadegate/contract/limits';
import { Typography } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { ImportDialog } from '../../../components/import/ImportDialog.tsx';
import {
  NO_CHOICES,
  useConfirmAssetImport,
  usePreviewAssetImport,
  type ImportChoices,
} from './asset-import.queries.ts';
import { AssetImportOutcome } from './AssetImportOutcome.tsx';
import { AssetImportRemarks } from './AssetImportRemarks.tsx';
import { importSamples } from './import-samples.ts';
import { ImportChoiceFields } from './ImportChoiceFields.tsx';
import type { Tested } from './useAssetTest.ts';

interface AssetImportDialogProps {
  open: boolean;
  onClose: () => void;
  onTest: (assets: readonly Tested[]) => void;
}

const ACCEPT = '.csv,.txt,.ini,.yml,.yaml,.conf,.cfg,.reg,.mxtsessions,.json,.xml,text/*';

/** Assets from a file: CSV, an SSH client's configuration, or an inventory. */
export function AssetImportDialog({ open, onClose, onTest }: AssetImportDialogProps) {
  const { t } = useTranslation('asset-import');
  const preview = usePreviewAssetImport();
  const run = useConfirmAssetImport();
  const [choices, setChoices] = useState<ImportChoices>(NO_CHOICES);
  const [duplicates, setDuplicates] = useState<DuplicateChoice>('skip');
  const [sample, ...otherSamples] = importSamples(t);
  const close = () => {
    setChoices(NO_CHOICES);
    setDuplicates('skip');
    onClose();
  };
  const countOf = ({ counts }: AssetImportPreview) =>
    duplicates === 'create' ? counts.new + counts.exists + counts.duplicate : counts.new;

  return (
    <ImportDialog
      open={open}
      title={t('title')}
      help={
        <Typography.Paragraph type="secondary" style={{ marginBottom: 0 }}>
          {t('help.dialog', { max: LIMITS.importAssets.max.toLocaleString() })}
        </Typography.Paragraph>
      }
      sample={sample}
      otherSamples={otherSamples}
      accept={ACCEPT}
      maxBytes={LIMITS.assetImportBytes}
      options={<ImportChoiceFields choices={choices} onChange={setChoices} />}
      columnLabel={(column) => (isMain(column) ? t(`column.${column}`) : column)}
      preview={(file, signal) => preview.mutateAsync({ file, choices, signal })}
      renderPreview={(seen) => (
        <AssetImportRemarks preview={seen} duplicates={duplicates} onDuplicates={setDuplicates} />
      )}
      countOf={countOf}
      run={async (file) => {
        try {
          return await run.mutateAsync({ file, choices, duplicates });
        } finally {
          run.reset();
        }
      }}
      renderResult={(outcome) => (
        <AssetImportOutcome
          outcome={outcome}
          onTest={() => {
            close();
            onTest(outcome.assets);
          }}
        />
      )}
      onClose={close}
    />
  );
}

function isMain(name: string): name is AssetMainColumn {
  return Object.hasOwn(ASSET_MAIN_COLUMNS, name);
}
