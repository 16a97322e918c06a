import { translate, type Language } from '@jadegate/contract/language';
import { SSH_CONFIG_WORDS } from '@jadegate/contract/session/ssh-client.words';
import { printSshUserName, sshAssetName, sshHandle } from '@jadegate/contract/session/ssh-user-name';

export interface ConfiguredAsset {
  id: string;
  name: string;
}

interface SshConfig {
  person: string;
  door: { host: string; port: number };
  assets: readonly ConfiguredAsset[];
  /** There are others that are not in it. */
  hasMore: boolean;
  language: Language;
}

/** By which the menu is reached, and no asset. */
const MENU_ALIAS = 'jadegate';

/**
 * What a client's `Include` reads. Names of assets stand in it only where they are plain words, and in comments, which end
 * with their line: no name of an asset adds an option of its own.
 */
export function writeSshConfig({ person, door, assets, hasMore, language }: SshConfig): string {
  const comment = (text: string) => `# ${text.replaceAll(/\s+/g, ' ')}`;
  const say = (key: keyof typeof SSH_CONFIG_WORDS, params = {}) =>
    comment(translate(SSH_CONFIG_WORDS[key], language, params));
  const block = (alias: string, asset: string | undefined) => [
    `Host ${alias}`,
    `  HostName ${door.host}`,
    `  Port ${door.port}`,
    `  User ${quoted(printSshUserName({ person, ...(asset !== undefined && { asset }) }))}`,
    '',
  ];
  const lines = [
    say('head', { person, host: door.host }),
    ...(hasMore ? [say('more', { count: assets.length })] : []),
    '',
    say('menu'),
    ...block(MENU_ALIAS, undefined),
    ...namesOf(assets).flatMap(({ name, alias }) => [
      ...(name === alias ? [] : [comment(name)]),
      ...block(alias, alias),
    ]),
  ];
  return lines.join('\n');
}

/** Each by what a command calls it. Of several with one name, and of one that is called as the menu is, by its handle. */
function namesOf(assets: readonly ConfiguredAsset[]) {
  const count = new Map<string, number>([[MENU_ALIAS, 1]]);
  assets.forEach(({ name }) => count.set(name.toLowerCase(), (count.get(name.toLowerCase()) ?? 0) + 1));
  return assets.map(({ id, name }) => ({
    name,
    alias: (count.get(name.toLowerCase()) ?? 0) > 1 ? sshHandle(id) : sshAssetName({ id, name }),
  }));
}

/** Names of people may hold blanks; a quote or backslash in one is written as `ssh_config` has it. */
function quoted(user: string): string {
  return /^[\w.@:+-]+$/.test(user) ? user : `"${user.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}
