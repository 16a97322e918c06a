import type myAsset from './my-asset.zh-TW.json';

declare module '../../../i18n/catalogue.ts' {
  interface Catalogue {
    'my-asset': typeof myAsset;
  }
}
