import type sessionFiles from './session-files.zh-TW.json';

declare module '../../../i18n/catalogue.ts' {
  interface Catalogue {
    'session-files': typeof sessionFiles;
  }
}
