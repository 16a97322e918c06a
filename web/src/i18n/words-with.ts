import type { Catalogue } from './catalogue.ts';

/** The catalogues that have all of these words, so that a shared part can speak in the words of a page. */
export type WordsWith<Words> = {
  [Name in keyof Catalogue]: Catalogue[Name] extends Words ? Name : never;
}[keyof Catalogue];
