import type vm from './vm.zh-TW.json';

declare module '../../../i18n/catalogue.ts' {
  interface Catalogue {
    vm: typeof vm;
  }
}
