import type loginPolicy from './login-policy.zh-TW.json';

declare module '../../../i18n/catalogue.ts' {
  interface Catalogue {
    'login-policy': typeof loginPolicy;
  }
}
