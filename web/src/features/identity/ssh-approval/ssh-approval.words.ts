import type sshApproval from './ssh-approval.zh-TW.json';

declare module '../../../i18n/catalogue.ts' {
  interface Catalogue {
    'ssh-approval': typeof sshApproval;
  }
}
