import type evidence from './evidence.zh-TW.json';

declare module '../../../i18n/catalogue.ts' {
  interface Catalogue {
    evidence: typeof evidence;
  }
}
