import type { AskPerson, AuthAnswer, Authenticator } from '../../protocols/ssh-server/authentication.ts';
import { inPlainEnglish, refused } from './refused.ts';

interface InnerAsset {
  name: string;
  /** The name it is logged in to with. */
  account: string;
}

/**
 * Lets in who comes through a connection on which they are signed in already: nothing more is proved by what their client
 * shows of its own. It must name the account that the asset is logged in to with, because that is what it will get.
 */
export class InnerSignIn implements Authenticator {
  readonly methods = ['keyboard-interactive'] as const;
  readonly #asset: InnerAsset;
  #username = '';

  constructor(asset: InnerAsset) {
    this.#asset = asset;
  }

  async begin(username: string): Promise<void> {
    this.#username = username;
  }

  async nothing(): Promise<AuthAnswer> {
    return this.#username === this.#asset.account ? 'accepted' : 'refused';
  }

  password(): Promise<AuthAnswer> {
    return this.nothing();
  }

  async knowsKey(): Promise<boolean> {
    return false;
  }

  async key(): Promise<AuthAnswer> {
    return 'refused';
  }

  async questions(ask: AskPerson): Promise<AuthAnswer> {
    const answer = await this.nothing();
    if (answer === 'refused') {
      const { name, account } = this.#asset;
      const params = { asset: name, account, example: `${account}@${name}` };
      await ask([], inPlainEnglish(refused('account_other', params).reason));
    }
    return answer;
  }
}
