import type sessionFrame from './session-frame.zh-TW.json';

declare module '../../../i18n/catalogue.ts' {
  interface Catalogue {
    'session-frame': typeof sessionFrame;
  }
}
