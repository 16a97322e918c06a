import type sessionCommand from './session-command.zh-TW.json';
import type session from './session.zh-TW.json';

declare module '../../../i18n/catalogue.ts' {
  interface Catalogue {
    'session-command': typeof sessionCommand;
    session: typeof session;
  }
}
