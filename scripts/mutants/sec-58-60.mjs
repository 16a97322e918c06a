const HOLD = 'server/src/platform/legal-hold/legal-hold.test.ts';
const EXPORT = 'server/src/session/session-evidence/evidence-export.test.ts';
const CHECK = 'server/src/session/session-evidence/evidence-check.test.ts';

export const mutants = [
  {
    row: 'SEC-58',
    rule: 'statements that delete leave out what is held',
    file: 'server/src/db/held.ts',
    find: 'return sql<SqlBool>`not ${isHeld(table)}`;',
    replace: 'return sql<SqlBool>`(1 = 1 or ${table} = ${table})`;',
    by: `${HOLD} › on a %s keeps what every way of deleting would take`,
  },
  {
    row: 'SEC-58',
    rule: 'a session that is held is not deleted by name',
    file: 'server/src/session/session/session.service.ts',
    find: 'const held = await this.#sessions.findHeld(ids, tx);',
    replace: 'const held = (await this.#sessions.findHeld([], tx)) as SessionRecord | undefined;',
    by: `${HOLD} › on a %s keeps what every way of deleting would take`,
  },
  {
    row: 'SEC-58',
    rule: 'a person who is held is not deleted',
    file: 'server/src/identity/user-admin/user-admin.service.ts',
    find: "await this.#deps.legalHolds.refuse('user', leaving, tx);",
    replace: '',
    by: `${HOLD} › on a person or an asset keeps them from being deleted, one by one and several at once`,
  },
  {
    row: 'SEC-59',
    rule: 'recorded bytes are compared with what was signed',
    file: 'contract/src/session/evidence/verify-recording.ts',
    find: '(await this.#crypto.sha256(image.subarray(part.from, part.to))) !== part.sha256',
    replace: "(await this.#crypto.sha256(image.subarray(part.from, part.to))) === ''",
    by: `${EXPORT} › is named by the product`,
  },
  {
    row: 'SEC-59',
    rule: 'a signature is verified',
    file: 'contract/src/session/evidence/chain-reading.ts',
    find: '!(await this.#key.isSigned(signed, bytes))',
    replace: 'signed.length === 0',
    by: `${EXPORT} › is named by the product`,
  },
  {
    row: 'SEC-59',
    rule: 'a key inside the file proves nothing',
    file: 'contract/src/session/evidence/verify-bundle.ts',
    find: "return 'unknown';",
    replace: "return 'known';",
    by: `${EXPORT} › is whole to both verifiers, and the signer is known by a fingerprint from elsewhere alone`,
  },
  {
    row: 'SEC-59',
    rule: 'a chain that is shorter than what was written down is not one that broke off',
    file: 'server/src/session/session-evidence/evidence-judgement.ts',
    find: 'if (links < known.links) {',
    replace: 'if (links < 0) {',
    by: `${CHECK} › finds what was altered or cut since, tells of it, and leaves alone what only broke off`,
  },
  {
    row: 'SEC-60',
    rule: 'names lead nowhere',
    file: 'contract/src/session/evidence/zip-reader.ts',
    find: 'path.length <= ARCHIVE_LIMITS.pathLength && PATH.test(path)',
    replace: 'path.length <= ARCHIVE_LIMITS.pathLength && path !== PATH.source',
    by: 'contract/src/session/evidence/zip-reader.test.ts › is refused where an entry %s',
  },
];
