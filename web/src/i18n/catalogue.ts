import type app from './zh-TW/app.json';
import type auth from './zh-TW/auth.json';
import type common from './zh-TW/common.json';
import type demo from './zh-TW/demo.json';
import type files from './zh-TW/files.json';
import type hostKey from './zh-TW/host-key.json';
import type parts from './zh-TW/parts.json';
import type passkey from './zh-TW/passkey.json';
import type signInSource from './zh-TW/sign-in-source.json';
import type sshHelp from './zh-TW/ssh-help.json';
import type sshTicket from './zh-TW/ssh-ticket.json';
import type week from './zh-TW/week.json';

/** The keys there are: those of zh-TW, the source language. A feature adds its own in its `x.words.ts`. */
export interface Catalogue {
  app: typeof app;
  auth: typeof auth;
  common: typeof common;
  demo: typeof demo;
  files: typeof files;
  'host-key': typeof hostKey;
  parts: typeof parts;
  passkey: typeof passkey;
  'sign-in-source': typeof signInSource;
  'ssh-help': typeof sshHelp;
  'ssh-ticket': typeof sshTicket;
  week: typeof week;
}

/** The files of a language, each under its own name: `…/credential.zh-TW.json` is `credential`. */
export function catalogueOf(files: Record<string, object>): Catalogue {
  const named = Object.entries(files).map(
    ([path, words]) => [/([^/.]+)[^/]*$/.exec(path)?.[1] ?? path, words] as const,
  );
  return Object.fromEntries(named) as unknown as Catalogue;
}
