import * as z from 'zod';

import type { MenuId } from './menu.ts';
import type { Proof } from './proof.ts';

/**
 * Who may call an endpoint.
 * - `public`: anybody. Every such endpoint stands in the reviewed list that a test prints.
 * - `signed-in`: any person with a valid login.
 * - a list of menu ids: administrators who hold at least one of them.
 */
type Access = 'public' | 'signed-in' | readonly [MenuId, ...MenuId[]];

/** The steps a login may still owe, in the order in which they are asked for. */
export const PENDING_STAGES = ['change-password', 'enrol-passkey', 'enrol-totp'] as const;
export type PendingStage = (typeof PENDING_STAGES)[number];

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type ObjectSchema = z.ZodType<Record<string, unknown>>;

interface EndpointSpec<
  Params extends ObjectSchema,
  Query extends ObjectSchema,
  Body extends z.ZodType,
  Response extends z.ZodType,
> {
  method: Method;
  path: `/${string}`;
  access: Access;
  /** One sentence for the API page. */
  summary: string;
  params: Params;
  query: Query;
  body: Body;
  response: Response;
  /** Calls one address may make per minute. Without it the general limit of the server applies. */
  perMinute?: number;
  /** Calls one person may make per minute, from wherever: for what leaves something behind each time. */
  perPerson?: number;
  /** The owed steps during which a login that is not complete may call this: what the step needs, and no more. */
  whilePending?: readonly PendingStage[];
  /** For a person at a login only: refused to access tokens. Whatever changes a proof of identity or shows a secret. */
  interactive?: boolean;
  /**
   * Makes or widens what somebody can reach. A login that has not proved who it is within the last minutes is asked to
   * (signing in counts), and an access token must have been made for administration.
   */
  widens?: boolean;
  /** Asks the person to prove again who they are; how recently is enough, and with what, is said in `proof.ts`. */
  proof?: Proof;
  /** Also takes its body as a form, because the product family's client sends one. */
  form?: boolean;
  /** Called by programs of others that look at the HTTP status and at nothing else. */
  plainHttp?: boolean;
  /** Answers a file instead of the envelope. Those read with GET also take a ticket or a token in the query. */
  download?: boolean;
  /** Becomes a socket once the caller was let in. Takes a ticket or a token in the query, as links do. */
  socket?: boolean;
  /**
   * About a live session, which one server holds: the one that `id` names. A call that comes to another server is led to
   * that one. `recorded`: also when the session is over, as long as its recording lies on the disk of one server.
   */
  held?: boolean | 'recorded';
  /**
   * About what each server holds: all of them are asked, and this makes one answer of theirs, of which the first is that
   * of the server the call came to.
   */
  gathered?(answers: readonly z.output<Response>[]): z.output<Response>;
  /** The handler itself asks the other servers the same; one that is asked answers for itself alone. */
  asksOthers?: boolean;
  /** Takes a multipart form with one file named `file`; its other fields, all texts, are the body. */
  upload?: { maxBytes: number };
  /**
   * Takes one file of any size as it arrives: the field `file` of a multipart form, or the bare body. Takes a login's
   * token in the query too, because older clients send it there.
   */
  streams?: boolean;
  /**
   * What it holds open for its person beyond the moment of an answer: the bytes of a file on their way, or a look at
   * somebody's session. How many of these one person may hold at once is in `LIMITS.openPerPerson`.
   */
  holds?: 'transfer' | 'watch';
}

export type AnyEndpoint = EndpointSpec<ObjectSchema, ObjectSchema, z.ZodType, z.ZodType>;

const Nothing = z.object({});
const NoBody = z.unknown();

/** What an endpoint answers when there is nothing to say. */
const Done = z.null();

type Optional = 'params' | 'query' | 'body' | 'response';

/** Declares an endpoint: the server registers it, the console calls it, OpenAPI is printed from it. */
export function endpoint<
  Params extends ObjectSchema = typeof Nothing,
  Query extends ObjectSchema = typeof Nothing,
  Body extends z.ZodType = typeof NoBody,
  Response extends z.ZodType = typeof Done,
>(
  spec: Omit<EndpointSpec<Params, Query, Body, Response>, Optional> &
    Partial<Pick<EndpointSpec<Params, Query, Body, Response>, Optional>>,
): EndpointSpec<Params, Query, Body, Response> {
  return {
    ...spec,
    params: spec.params ?? (Nothing as unknown as Params),
    query: spec.query ?? (Nothing as unknown as Query),
    body: spec.body ?? (NoBody as unknown as Body),
    response: spec.response ?? (Done as unknown as Response),
  };
}

/** True when the endpoint reads a JSON body. */
export function takesBody(spec: { body: z.ZodType }): boolean {
  return spec.body !== NoBody;
}
