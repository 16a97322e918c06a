import type { SessionFileFlags } from '@jadegate/contract/session/session';
import { sessionFileEndpoints as on } from '@jadegate/contract/session/session-files';

import { call } from '../../../api/call.ts';
import { fileCalls } from '../../../api/file-calls.ts';
import type { FileSource } from '../../../components/files/file-source.ts';

/** The files of the machine behind a session. `forbidden` is said of what its strategy does not allow. */
export function sessionFileSource(id: string, flags: SessionFileFlags, forbidden: string): FileSource {
  const params = { id };
  return {
    ...fileCalls(on, id),
    key: `session ${id}`,
    refusal: (...rights) => (rights.every((right) => flags[right] === '1') ? undefined : forbidden),
    home: async (signal) => (await call(on.stat, { params, query: { file: '.' }, signal })).path,
    chmod: (file, permissions) => call(on.changeMode, { params, body: { file, permissions } }),
  };
}
