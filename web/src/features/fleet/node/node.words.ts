import type node from './node.zh-TW.json';

declare module '../../../i18n/catalogue.ts' {
  interface Catalogue {
    node: typeof node;
  }
}
