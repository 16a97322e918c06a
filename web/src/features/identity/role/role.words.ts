import type role from './role.zh-TW.json';

declare module '../../../i18n/catalogue.ts' {
  interface Catalogue {
    role: typeof role;
  }
}
