import type { Protocol } from '@jadegate/contract/access/asset-attributes';
import {
  confirmAssetImport,
  exportAssets,
  previewAssetImport,
  type AssetImportFormat,
  type DuplicateChoice,
} from '@jadegate/contract/access/asset-import';
import type * as z from 'zod';

import { call } from '../../../api/call.ts';
import { download } from '../../../api/download.ts';
import { useChange } from '../../../hooks/useChange.ts';

/** What the person chose beside the file. Empty means: as the file says, or nobody in particular. */
export interface ImportChoices {
  format: AssetImportFormat | '';
  protocol: Protocol;
  credentialId: string;
  accessGatewayId: string;
  tags: string[];
  owner: string;
}

export const NO_CHOICES: ImportChoices = {
  format: '',
  protocol: 'ssh',
  credentialId: '',
  accessGatewayId: '',
  tags: [],
  owner: '',
};

const bodyOf = ({ tags, ...choices }: ImportChoices) => ({ ...choices, tags: tags.join(',') });

export function usePreviewAssetImport() {
  return useChange(
    [],
    ({ file, choices, signal }: { file: Blob; choices: ImportChoices; signal: AbortSignal }) =>
      call(previewAssetImport, { file, body: bodyOf(choices), signal }),
  );
}

/** A credential counts the assets that use it, and so does a gateway. */
export function useConfirmAssetImport() {
  return useChange(
    ['asset', 'credential', 'access-gateway'],
    ({ file, choices, duplicates }: { file: Blob; choices: ImportChoices; duplicates: DuplicateChoice }) =>
      call(confirmAssetImport, { file, body: { ...bodyOf(choices), duplicates } }),
  );
}

type Filters = z.input<(typeof exportAssets)['query']>;

/** Every asset that the filters match, whatever page is shown. */
export function exportMatching(filters: Filters): Promise<void> {
  return download(exportAssets, { query: filters });
}
