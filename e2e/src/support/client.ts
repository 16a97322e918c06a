import { TOKEN_HEADER } from '@jadegate/contract/envelope';

export interface Answer<Data> {
  code: number;
  message: string;
  error?: string;
  data: Data;
}

/** A client of the API that is not our console. */
export class Client {
  readonly #url: string;
  readonly #headers: () => Record<string, string>;
  #token = '';

  /** `headers` are asked for anew on each call. */
  constructor(url: string, headers: () => Record<string, string> = () => ({})) {
    this.#url = url;
    this.#headers = headers;
  }

  async call<Data = unknown>(method: string, path: string, body?: object): Promise<Answer<Data>> {
    const response = await fetch(this.#url + path, {
      method,
      headers: {
        ...this.#headers(),
        [TOKEN_HEADER]: this.#token,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return (await response.json()) as Answer<Data>;
  }

  /** Makes something that must not be refused. */
  async make<Data>(path: string, body: object = {}): Promise<Data> {
    const { code, message, data } = await this.call<Data>('POST', path, body);
    if (code !== 1) {
      throw new Error(`${path} was refused: ${message}`);
    }
    return data;
  }

  /** Calls with this token from now on, as a program does. */
  useToken(token: string): this {
    this.#token = token;
    return this;
  }

  async login(username: string, password: string): Promise<void> {
    const { code, message, data } = await this.call<{ token: string }>('POST', '/login', {
      username,
      password,
    });
    if (code !== 1) {
      throw new Error(`the login failed: ${message}`);
    }
    this.useToken(data.token);
  }
}
