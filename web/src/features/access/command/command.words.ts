import type command from './command.zh-TW.json';

declare module '../../../i18n/catalogue.ts' {
  interface Catalogue {
    command: typeof command;
  }
}
