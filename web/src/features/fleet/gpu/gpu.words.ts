import type gpu from './gpu.zh-TW.json';

declare module '../../../i18n/catalogue.ts' {
  interface Catalogue {
    gpu: typeof gpu;
  }
}
