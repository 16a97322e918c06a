import { FetchError, requestOnce, type FetchLimits } from './http-request.ts';

/** Reads a document of the web. Nothing is sent that says who asks. */
export async function fetchDocument(address: string, limits: FetchLimits): Promise<Buffer> {
  const asked = { method: 'GET', headers: { accept: 'application/json' } };
  const { status, body } = await requestOnce(address, asked, limits);
  if (status !== 200) {
    throw new FetchError('status');
  }
  return body;
}
