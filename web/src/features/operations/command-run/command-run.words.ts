import type commandRun from './command-run.zh-TW.json';

declare module '../../../i18n/catalogue.ts' {
  interface Catalogue {
    'command-run': typeof commandRun;
  }
}
