import type nextTerminalImport from './next-terminal-import.zh-TW.json';

declare module '../../../i18n/catalogue.ts' {
  interface Catalogue {
    'next-terminal-import': typeof nextTerminalImport;
  }
}
