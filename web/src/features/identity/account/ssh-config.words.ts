import type sshConfig from './ssh-config.zh-TW.json';

declare module '../../../i18n/catalogue.ts' {
  interface Catalogue {
    'ssh-config': typeof sshConfig;
  }
}
