import type accessGateway from './access-gateway.zh-TW.json';

declare module '../../../i18n/catalogue.ts' {
  interface Catalogue {
    'access-gateway': typeof accessGateway;
  }
}
