import type userGroup from './user-group.zh-TW.json';

declare module '../../../i18n/catalogue.ts' {
  interface Catalogue {
    'user-group': typeof userGroup;
  }
}
