import { downloadPublicKey } from '@jadegate/contract/access/credential';
import { createTicket } from '@jadegate/contract/identity/account';
import { expect, it, vi } from 'vitest';

import { refuse, stubApi } from '../test/api-stub.ts';
import { download } from './download.ts';
import { setSurroundings } from './surroundings.ts';

it('opens the path with a single-use ticket instead of the token', async () => {
  const api = stubApi().on(createTicket, () => ({ ticket: 'once', expiresInSeconds: 30 }));
  const opened: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    opened.push(this.getAttribute('href') ?? '');
  });
  await download(downloadPublicKey, { params: { id: 'c1' } });
  expect(api.callsTo(createTicket)[0]?.body).toEqual({ path: '/credentials/c1/public-key' });
  expect(opened).toEqual(['/credentials/c1/public-key?ticket=once']);
});

it('says why when there is no ticket', async () => {
  const notify = vi.fn<(message: string) => void>();
  setSurroundings({
    language: () => 'zh-TW',
    sentence: String,
    notify,
    navigate: () => {},
    prove: async () => false,
  });
  stubApi().on(createTicket, () => refuse('rate_limited', '請求過於頻繁'));
  await download(downloadPublicKey, { params: { id: 'c1' } });
  expect(notify).toHaveBeenCalledExactlyOnceWith('請求過於頻繁');
});
