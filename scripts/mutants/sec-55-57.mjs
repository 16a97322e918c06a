const PROOFS = 'server/src/session/native-ssh/native-ssh-proofs.test.ts';
const DOOR = 'server/src/session/native-ssh/native-ssh.test.ts';
const LISTENER = 'server/src/protocols/ssh-server/listener.test.ts';
const SIGNATURES = 'server/src/protocols/ssh-server/verify-signature.test.ts';
const EXCHANGE = 'server/src/protocols/ssh-server/key-exchange.test.ts';
const LINES = 'server/src/protocols/ssh-server/file-commands/classify-exec.test.ts';
const AUTHENTICATION = 'server/src/protocols/ssh-server/authentication.ts';

export const mutants = [
  {
    row: 'SEC-13',
    rule: 'a signature is verified before a key proves anything',
    file: AUTHENTICATION,
    find: 'blob !== undefined && verify(key, blob, signature, hashAlgo)',
    replace: 'blob !== undefined && verify !== undefined',
    by: `${PROOFS} › takes a key for nobody’s proof that was not signed with, or with another`,
  },
  {
    row: 'SEC-13',
    rule: 'a key is one of the person that is named',
    file: 'server/src/identity/ssh-key/ssh-key.repository.ts',
    find: ".where('user.username_key', '=', username)",
    replace: '',
    also: [
      {
        file: 'server/src/identity/ssh-key/ssh-key.service.ts',
        find: 'return this.#keys.isGood(userId, id, this.#deps.clock.now(), tx);',
        replace: 'return Promise.resolve(true);',
      },
    ],
    by: `${PROOFS} › goes by the key that was proved, and not by one that was offered last`,
  },
  {
    row: 'SEC-13',
    rule: 'the key that was signed with counts, and not the one that was offered last',
    file: AUTHENTICATION,
    find: '  let offers = 0;',
    replace: '  let offers = 0;\n  let last: OfferedKey | undefined;',
    also: [
      {
        file: AUTHENTICATION,
        find: '          offers += 1;',
        replace: '          offers += 1;\n          last = key;',
      },
      {
        file: AUTHENTICATION,
        find: 'authenticator.key(key)',
        replace: 'authenticator.key(last ?? key)',
      },
    ],
    by: `${PROOFS} › writes down the use of the key that was signed with, whichever was offered after it was`,
  },
  {
    row: 'SEC-13',
    rule: 'only kinds of keys and signatures that are named prove anything',
    file: 'server/src/protocols/ssh-server/verify-signature.ts',
    find: '(SIGNATURE_ALGORITHMS as readonly string[]).includes(algo) && hashAlgo',
    replace: 'SIGNATURE_ALGORITHMS.length > 0 && hashAlgo',
    by: `${SIGNATURES} › is taken of no kind of key but those that are named, certificates among them`,
  },
  {
    row: 'SEC-13',
    rule: 'a security key was touched for this very signature',
    file: 'server/src/protocols/ssh-server/sk-key.ts',
    find: ' || (flags & USER_PRESENT) === 0',
    replace: '',
    by: `${SIGNATURES} › is taken of a security key that was touched (%s)`,
  },
  {
    row: 'SEC-14',
    rule: 'the first proof is asked about again',
    file: 'server/src/identity/ssh-key/ssh-key.service.ts',
    find: 'return this.#keys.isGood(userId, id, this.#deps.clock.now(), tx);',
    replace: 'return Promise.resolve(true);',
    by: `${PROOFS} › asks again what the first proof is worth when the second comes`,
  },
  {
    row: 'SEC-55',
    rule: 'a proof is for the person that the user name began with',
    file: 'server/src/session/native-ssh/ssh-sign-in.ts',
    find: "        username: this.meant.person,\n        door: 'ssh',",
    replace: "        username: 'admin',\n        door: 'ssh',",
    by: `${PROOFS} › makes nobody the one they failed to be: the user name stays, and the proof is its own`,
  },
  {
    row: 'SEC-55',
    rule: 'the user name of a connection stays what it began with',
    file: AUTHENTICATION,
    find: 'context.username !== username || requests',
    replace: 'requests',
    by: `${LISTENER} › keeps to it by itself, too: ssh2 ends such a connection before it is asked`,
  },
  {
    row: 'SEC-56',
    rule: 'a first proof alone lets nobody in',
    file: 'server/src/session/native-ssh/ssh-sign-in.ts',
    find: "        this.#proof = proof;\n        return 'more';",
    replace: "        this.#proof = proof;\n        return 'accepted';",
    by: `${PROOFS} › asks for the second factor whatever is to be opened, with a key as with a password`,
  },
  {
    row: 'SEC-57',
    rule: 'a forward is asked for by its switch',
    file: 'server/src/session/native-ssh/native-connection.ts',
    find: "demandChannel(decision, 'localForward');",
    replace: '',
    also: [
      {
        file: 'server/src/session/native-ssh/native-connection.ts',
        find: 'demandForward(decision, to);',
        replace: '',
      },
    ],
    by: `${DOOR} › leads on to ports of the asset where that is allowed, and writes it down`,
  },
  {
    row: 'SEC-57',
    rule: 'SSH inside of SSH is for the account of the asset',
    file: 'server/src/session/native-ssh/inner-sign-in.ts',
    find: "this.#username === this.#asset.account ? 'accepted' : 'refused'",
    replace: "this.#username !== '' ? 'accepted' : 'refused'",
    by: `${DOOR} › ends SSH that is led through it, and treats it as if it had come directly`,
  },
  {
    row: 'SEC-57',
    rule: 'a ticket opens only what it is for',
    file: 'server/src/session/native-ssh/channel-rights.ts',
    find: 'if (ticket && !ticket.kinds.includes(kind)) {',
    replace: "if (ticket && kind === 'shell' && !ticket.kinds.includes(kind)) {",
    by: 'server/src/identity/ssh-ticket/ssh-ticket.test.ts › opens only what it is for, and of that only what its person may',
  },
  {
    row: 'SEC-57',
    rule: 'what some shell reads as more than the other half of scp or rsync is a command',
    file: 'server/src/protocols/ssh-server/file-commands/plain-words.ts',
    find: 'return end < 0 || MEANS_MORE.test(text) ? undefined',
    replace: 'return end < 0 ? undefined',
    by: `${LINES} › %j is a command like any other`,
  },
  {
    row: 'SEC-57',
    rule: 'what is sent while keys are agreed on counts: the exchange is strict',
    file: 'server/src/protocols/ssh-server/extend-key-exchange.ts',
    find: 'offerMlKem(protocol, (names) => {',
    replace:
      "changeOffer(protocol, { kex: (names) => names.filter((name) => !name.startsWith('kex-strict')) });\n" +
      "  offerMlKem(protocol, (all) => {\n    const names = all.filter((name) => !name.startsWith('kex-strict'));",
    by: `${EXCHANGE} › is strict: a client that sends anything else meanwhile is refused`,
  },
];
