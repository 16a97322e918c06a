import type { Answer, TestServer } from './test-server.ts';

interface Upload {
  token: string;
  file?: Buffer | string;
  fields?: Record<string, string>;
  address?: string;
}

let uploads = 0;

/** A new one each time, so that a long file does not meet the limit on uploads. */
function nextAddress(): string {
  return `127.55.${(uploads >> 8) & 255}.${uploads++ & 255}`;
}

/** Sends a multipart form with one file, as a browser does. */
export async function upload<Data = unknown>(
  server: TestServer,
  url: string,
  { token, file, fields = {}, address = nextAddress() }: Upload,
): Promise<Answer<Data>> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    form.set(name, value);
  }
  if (file !== undefined) {
    form.set('file', new Blob([typeof file === 'string' ? file : new Uint8Array(file)]), 'file');
  }
  const request = new Request('http://localhost/', { method: 'POST', body: form });
  const response = await server.app.inject({
    method: 'POST',
    url,
    headers: { 'x-auth-token': token, 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
    remoteAddress: address,
  });
  return response.json();
}
