import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';

import type { AnyEndpoint } from '@jadegate/contract/endpoint';
import type { WebSocket } from 'ws';
import type * as z from 'zod';

import type { Actor, Caller } from '../kernel/actor.ts';
import type { OtherServers } from '../kernel/other-servers.ts';

/** What a download endpoint answers instead of data. */
export interface Download {
  filename: string;
  contentType: string;
  body: string | Buffer | Readable;
  /** The address changes with the content, so browsers may keep it. */
  isImmutable?: boolean;
  /** 206 for a part of it, 416 where there is no such part. */
  status?: 200 | 206 | 416;
  headers?: Readonly<Record<string, string>>;
}

/** A file on its way in. Whoever takes it must read it or leave it; it is not kept anywhere. */
export interface IncomingFile {
  /** As a form names it; empty for a bare body. */
  name: string;
  /** Throws when the sender breaks off. */
  source: AsyncIterable<Uint8Array>;
}

interface Input<E extends AnyEndpoint> {
  params: z.output<E['params']>;
  query: z.output<E['query']>;
  body: z.output<E['body']>;
  /** The file of an upload endpoint; empty on all others. */
  file: Buffer;
  /** The file of an endpoint that streams; asked for by the handler, so that a refusal comes before the first byte. */
  incoming: () => Promise<IncomingFile>;
  headers: Readonly<IncomingHttpHeaders>;
  /** Aborted when the caller hangs up, for those who work long before they answer. */
  left: () => AbortSignal;
  /** For an endpoint that `asksOthers`; there are none on all others. */
  others: OtherServers;
  /** Throws where a page of ours could not open a socket either, so that it learns why: a browser never tells it. */
  refuseForeignPage: () => void;
}

/** Nothing to answer may be said by returning nothing. */
type Answer<E extends AnyEndpoint> =
  | z.input<E['response']>
  | Download
  | (null extends z.input<E['response']> ? void : never);

type Handle<E extends AnyEndpoint, Who> = (input: Input<E> & Who) => Answer<E> | Promise<Answer<E>>;

/** A socket that was let in. What it is for begins here; a refusal is thrown. */
type HandleSocket<E extends AnyEndpoint> = (
  input: Omit<
    Input<E>,
    'body' | 'file' | 'incoming' | 'headers' | 'left' | 'others' | 'refuseForeignPage'
  > & {
    actor: Actor;
    socket: WebSocket;
  },
) => Promise<void>;

export type AnySocketHandle = HandleSocket<AnyEndpoint>;

export type AnyHandle = (input: Input<AnyEndpoint> & { caller: Caller; actor: Actor }) => unknown;

/** Collects the handler of every endpoint. `app.ts` refuses to start when one is missing or undeclared. */
export class Api {
  readonly #handles = new Map<AnyEndpoint, AnyHandle>();
  readonly #sockets = new Map<AnyEndpoint, AnySocketHandle>();

  /** For endpoints that need a login: the handler gets the person who was checked for this request. */
  on<E extends AnyEndpoint>(endpoint: E, handle: Handle<E, { actor: Actor }>): void {
    if (endpoint.access === 'public') {
      throw new Error(`${nameOf(endpoint)} is public: its handler has no actor`);
    }
    add(this.#handles, endpoint, handle as unknown as AnyHandle);
  }

  onPublic<E extends AnyEndpoint>(endpoint: E, handle: Handle<E, { caller: Caller }>): void {
    if (endpoint.access !== 'public') {
      throw new Error(`${nameOf(endpoint)} is not public`);
    }
    add(this.#handles, endpoint, handle as unknown as AnyHandle);
  }

  onSocket<E extends AnyEndpoint>(endpoint: E, handle: HandleSocket<E>): void {
    if (endpoint.access === 'public') {
      throw new Error(`${nameOf(endpoint)} is public: its handler has no actor`);
    }
    add(this.#sockets, endpoint, handle as unknown as AnySocketHandle);
  }

  /** The declared endpoints with their handlers, complete or not at all. */
  entries(declared: readonly AnyEndpoint[]): [AnyEndpoint, AnyHandle][] {
    return complete(
      this.#handles,
      declared.filter(({ socket }) => !socket),
    );
  }

  /** The same for those that become sockets. */
  socketEntries(declared: readonly AnyEndpoint[]): [AnyEndpoint, AnySocketHandle][] {
    return complete(
      this.#sockets,
      declared.filter(({ socket }) => socket),
    );
  }
}

const nameOf = ({ method, path }: AnyEndpoint) => `${method} ${path}`;

function add<Each>(handles: Map<AnyEndpoint, Each>, endpoint: AnyEndpoint, handle: Each): void {
  if (handles.has(endpoint)) {
    throw new Error(`${nameOf(endpoint)} has two handlers`);
  }
  handles.set(endpoint, handle);
}

function complete<Each>(
  handles: ReadonlyMap<AnyEndpoint, Each>,
  declared: readonly AnyEndpoint[],
): [AnyEndpoint, Each][] {
  for (const endpoint of handles.keys()) {
    if (!declared.includes(endpoint)) {
      throw new Error(`${nameOf(endpoint)} is not in the contract's list`);
    }
  }
  return declared.map((endpoint) => {
    const handle = handles.get(endpoint);
    if (!handle) {
      throw new Error(`${nameOf(endpoint)} has no handler`);
    }
    return [endpoint, handle];
  });
}
