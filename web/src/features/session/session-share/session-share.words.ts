import type sessionShare from './session-share.zh-TW.json';

declare module '../../../i18n/catalogue.ts' {
  interface Catalogue {
    'session-share': typeof sessionShare;
  }
}
