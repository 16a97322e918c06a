import type { AnyEndpoint } from '@jadegate/contract/endpoint';
import { TICKET_QUERY } from '@jadegate/contract/envelope';
import { createTicket } from '@jadegate/contract/identity/account';

import { call, type CallInput } from './call.ts';
import { report } from './failure.ts';
import { fillPath, queryText } from './path.ts';

type DownloadInput<E extends AnyEndpoint> = Pick<CallInput<E>, 'params' | 'query'>;

/**
 * Downloads a file: a single-use ticket stands in the address instead of the token. The browser takes over from
 * there, so progress and the place on disk are the browser's.
 */
export async function download<E extends AnyEndpoint>(endpoint: E, input: DownloadInput<E>): Promise<void> {
  try {
    const path = fillPath(endpoint.path, input.params);
    const { ticket } = await call(createTicket, { body: { path } });
    openDownload(path + queryText({ ...Object(input.query), [TICKET_QUERY]: ticket }));
  } catch (error) {
    report(error);
  }
}

/** Downloads what must be ordered first, because the question does not fit into an address. */
export async function downloadOrdered(
  order: () => Promise<string>,
  fetchOrder: (id: string) => Promise<void>,
): Promise<void> {
  try {
    await fetchOrder(await order());
  } catch (error) {
    report(error);
  }
}

/** Triggers the browser's download of an address of this origin. */
function openDownload(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}
