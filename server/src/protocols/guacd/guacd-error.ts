/** guacd itself could not be used. */
export type GuacdProblem = 'unknown-host' | 'refused' | 'timed-out' | 'closed' | 'not-guacd' | 'unreachable';

/** What the system says about a socket to guacd, in our words. */
export function problemOf(code: string | undefined): GuacdProblem {
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'unknown-host';
    case 'ECONNREFUSED':
      return 'refused';
    case 'ETIMEDOUT':
      return 'timed-out';
    case 'ECONNRESET':
    case 'EPIPE':
      return 'closed';
    default:
      return 'unreachable';
  }
}

/** There is no guacd to work with, or what answers in its place is none. */
export class GuacdUnusable extends Error {
  readonly problem: GuacdProblem;

  constructor(problem: GuacdProblem, options?: ErrorOptions) {
    super(`guacd: ${problem}`, options);
    this.name = 'GuacdUnusable';
    this.problem = problem;
  }
}

/** guacd says that it does not go on, with one of its status codes. Its text is for logs. */
export class GuacdRefused extends Error {
  readonly status: number;

  constructor(status: number, text: string) {
    super(`guacd: ${status} ${text.slice(0, 200)}`);
    this.name = 'GuacdRefused';
    this.status = status;
  }
}

const UNKNOWN_STATUS = 512;

/** The failure that an `error` instruction tells of. */
export function refusalOf(args: readonly string[]): GuacdRefused {
  const [text = '', code = ''] = args;
  return new GuacdRefused(/^\d{1,5}$/.test(code) ? Number(code) : UNKNOWN_STATUS, text);
}
