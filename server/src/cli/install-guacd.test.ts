import { expect, it } from 'vitest';

import { readMirror } from './install-guacd.ts';

const SOURCES = `Types: deb
URIs: http://packages.test/debian
Suites: bookworm bookworm-updates
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg

Types: deb
URIs: http://packages.test/debian-security
Suites: bookworm-security
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg
`;

it('packages come from the mirror the system uses, by the key it trusts', () => {
  expect(readMirror(SOURCES)).toEqual({
    main: 'http://packages.test/debian',
    security: 'http://packages.test/debian-security',
    key: '/usr/share/keyrings/debian-archive-keyring.gpg',
  });
});

it.each(['', 'Types: deb\nSuites: bookworm\n', 'URIs: http://packages.test/debian\n'])(
  'a system that names none, or no key, is left alone: %j',
  (sources) => expect(readMirror(sources)).toBeUndefined(),
);
