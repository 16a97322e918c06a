import { request, type Agent, type IncomingHttpHeaders } from 'node:http';

interface RawAnswer {
  statusCode: number | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

/**
 * Asks a listening server for a path that goes over the wire as it is written. `inject` takes it apart first, so that `..`
 * never reaches the router.
 */
export function rawGet(
  port: number,
  path: string,
  { address = '127.0.0.1', agent }: { address?: string; agent?: Agent } = {},
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, localAddress: address, agent }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.once('error', reject);
      response.once('end', () => {
        const { statusCode, headers } = response;
        resolve({ statusCode, headers, body: Buffer.concat(parts).toString() });
      });
    })
      .once('error', reject)
      .end();
  });
}
