import {
  confirmAssetImport,
  exportAssets,
  importAssets,
  previewAssetImport,
} from '@jadegate/contract/access/asset-import';

import type { Api } from '../../http/api.ts';
import type { AssetExportService } from './asset-export.service.ts';
import type { AssetImportService } from './asset-import.service.ts';

interface Services {
  assetImports: AssetImportService;
  assetExports: AssetExportService;
}

export function assetImportRoutes(api: Api, { assetImports, assetExports }: Services): void {
  api.on(previewAssetImport, ({ actor, file, body }) => assetImports.preview(actor, file, body));
  api.on(confirmAssetImport, ({ actor, file, body }) => assetImports.run(actor, file, body));
  api.on(importAssets, ({ actor, file }) => assetImports.runPlain(actor, file));
  api.on(exportAssets, async ({ actor, query }) => ({
    filename: 'jadegate-assets.csv',
    contentType: 'text/csv; charset=utf-8',
    body: await assetExports.export(actor, query),
  }));
}
