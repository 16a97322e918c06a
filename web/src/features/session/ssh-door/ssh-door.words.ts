import type sshDoor from './ssh-door.zh-TW.json';

declare module '../../../i18n/catalogue.ts' {
  interface Catalogue {
    'ssh-door': typeof sshDoor;
  }
}
