import { expect, it } from 'vitest';

import { readMirror } from './install-guacd.ts';

const TARGETS = `backports http://packages.test/backports/
bookworm http://packages.test/debian/
bookworm http://packages.test/other/
bookworm-updates http://packages.test/debian/
bookworm-security http://packages.test/debian-security/
`;

it('packages come from the mirrors that the system uses', () => {
  expect(readMirror(TARGETS)).toEqual({
    main: 'http://packages.test/debian/',
    security: 'http://packages.test/debian-security/',
  });
  expect(readMirror('bookworm http://packages.test/debian/\n')).toEqual({
    main: 'http://packages.test/debian/',
    security: undefined,
  });
});

it.each(['', 'trixie http://packages.test/debian/\n', 'bookworm-security http://packages.test/debian/\n'])(
  'a system that is no Debian 12 is left alone: %j',
  (targets) => expect(readMirror(targets)).toBeUndefined(),
);
