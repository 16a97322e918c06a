import type credential from './credential.zh-TW.json';

declare module '../../../i18n/catalogue.ts' {
  interface Catalogue {
    credential: typeof credential;
  }
}
