import type { AnyEndpoint } from '@jadegate/contract/endpoint';
import { SUCCESS, TOKEN_HEADER, type Envelope } from '@jadegate/contract/envelope';

import { ApiError, NO_CODE } from './api-error.ts';
import type { CallInput } from './call.ts';
import { leaveOn } from './failure.ts';
import { fillPath, queryText } from './path.ts';
import { readToken } from './storage.ts';
import { around } from './surroundings.ts';

type SendInput<E extends AnyEndpoint> = Pick<CallInput<E>, 'params' | 'query'> & {
  content: Blob;
  signal: AbortSignal;
  /** Bytes that have left. */
  onProgress: (sent: number) => void;
};

/** Sends bytes of any number as the bare body, and tells how far they are, which `fetch` cannot. */
export function sendFile<E extends AnyEndpoint>(
  endpoint: E,
  { params, query, content, signal, onProgress }: SendInput<E>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    const settle = (error?: unknown) => {
      signal.removeEventListener('abort', abort);
      if (error === undefined) {
        resolve();
      } else {
        reject(error instanceof Error ? error : new Error('the upload was stopped'));
      }
    };
    request.open(endpoint.method, fillPath(endpoint.path, params) + queryText(query));
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    request.setRequestHeader('Accept-Language', around().language());
    request.setRequestHeader(TOKEN_HEADER, readToken() ?? '');
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded));
    request.addEventListener('load', () => settle(failureOf(request)));
    request.addEventListener('error', () => settle(networkError()));
    request.addEventListener('abort', () =>
      settle(signal.reason ?? new DOMException('aborted', 'AbortError')),
    );
    if (signal.aborted) {
      settle(signal.reason);
      return;
    }
    signal.addEventListener('abort', abort);
    request.send(content);
  });
}

function failureOf(request: XMLHttpRequest): ApiError | undefined {
  let envelope: Envelope<unknown>;
  try {
    envelope = JSON.parse(request.responseText) as Envelope<unknown>;
  } catch (cause) {
    const { status } = request;
    return new ApiError({ code: status, error: 'http', message: around().sentence('http', status), cause });
  }
  if (envelope.code === SUCCESS) {
    return undefined;
  }
  const error = new ApiError(envelope as ConstructorParameters<typeof ApiError>[0]);
  leaveOn(error);
  return error;
}

function networkError(): ApiError {
  return new ApiError({ code: NO_CODE, error: 'network', message: around().sentence('network') });
}
