import { beforeAll, beforeEach } from 'vitest';

import { StorageKit } from './storage-kit.ts';
import type { TestServer } from './test-server.ts';

/** For tests of what one person does in a space of their own: somebody else in each. */
export function useOwnSpace(server: { readonly current: TestServer }) {
  const kit = new StorageKit(server);
  const me = { id: '', token: '', space: '' };
  beforeAll(() => kit.start());
  beforeEach(async () => {
    Object.assign(me, await kit.person());
  });
  const post = <Data = unknown>(op: string, body: object) =>
    kit.call<Data>('POST', `/storages/${me.space}/${op}`, me.token, { body });
  const ask = <Data = unknown>(method: 'GET' | 'POST', op: string, query: Record<string, string>) =>
    kit.call<Data>(method, `/storages/${me.space}/${op}`, me.token, { query });
  return {
    kit,
    me,
    post,
    ask,
    write: (file: string, text: string) => post('edit', { file, fileContent: text }),
    text: async (file: string) => (await kit.read(me.token, me.space, file)).body,
    /** Until the server knows that the connection is gone. */
    kept: async (uploadId: string) => {
      const { code, message, data } = await ask<{ received: number }>('GET', 'upload-state', { uploadId });
      if (code !== 1) {
        throw new Error(message);
      }
      return data.received;
    },
  };
}
