import type eventDestination from './event-destination.zh-TW.json';

declare module '../../../i18n/catalogue.ts' {
  interface Catalogue {
    'event-destination': typeof eventDestination;
  }
}
