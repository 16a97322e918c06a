import type job from './job.zh-TW.json';

declare module '../../../i18n/catalogue.ts' {
  interface Catalogue {
    job: typeof job;
  }
}
