import type assetImport from './asset-import.zh-TW.json';
import type asset from './asset.zh-TW.json';

declare module '../../../i18n/catalogue.ts' {
  interface Catalogue {
    'asset-import': typeof assetImport;
    asset: typeof asset;
  }
}
