import { LIMITS } from '@jadegate/contract/limits';

import type { DirectoryGroup, DirectoryPerson } from '../../protocols/ldap/ldap-directory.ts';
import { readPublicKey } from '../../protocols/ssh/public-key.ts';
import type { Arrival, SourceSshKey } from '../identity-source/source.interface.ts';
import { usernameKey } from '../user/user.service.ts';
import type { DirectorySource } from './directories.ts';

/** Nobody but this source knows its people, whatever another directory says their ids are. */
function issuerOf({ key }: Pick<DirectorySource, 'key'>): string {
  return `ldap:${key}`;
}

/** Somebody of a directory as every source says it. Pure. */
export function arrivalOf(
  source: DirectorySource,
  person: DirectoryPerson,
  groups: readonly DirectoryGroup[],
): Arrival {
  const { id, username, nickname, mail, sshKeys } = person;
  return {
    source,
    issuer: issuerOf(source),
    subject: id,
    username,
    nickname,
    mail,
    // Whoever keeps a directory writes any address into it: it proves nothing.
    linkingMail: '',
    groups: groups.map(({ name }) => name),
    isCutOff: false,
    followsName: true,
    sshKeys: sshKeys.slice(0, LIMITS.sshKeysPerPerson.max).flatMap(readKey),
  };
}

/**
 * Whether what was typed is this very name. Directories find more than that, such as names with other blanks or accents,
 * and attempts are counted by what was typed: each way to write a name would have tries of its own.
 */
export function isNameOf({ username }: DirectoryPerson, typed: string): boolean {
  return username !== '' && usernameKey(username) === usernameKey(typed);
}

function readKey(line: string): SourceSshKey[] {
  const key = readPublicKey(line);
  const [, , ...comment] = line.trim().split(/\s+/);
  return 'problem' in key ? [] : [{ key, name: comment.join(' ') }];
}
