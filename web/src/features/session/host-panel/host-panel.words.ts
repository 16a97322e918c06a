import type hostPanel from './host-panel.zh-TW.json';

declare module '../../../i18n/catalogue.ts' {
  interface Catalogue {
    'host-panel': typeof hostPanel;
  }
}
