import type auditLog from './audit-log.zh-TW.json';

declare module '../../../i18n/catalogue.ts' {
  interface Catalogue {
    'audit-log': typeof auditLog;
  }
}
