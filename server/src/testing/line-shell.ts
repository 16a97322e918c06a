import type { ServerChannel } from 'ssh2';

/** A shell of one page: it echoes, edits a little, recalls the last line, asks for a password, sleeps, and runs nothing. */
export class LineShell {
  /** How long `sleep` takes. */
  static readonly SLEEP_MS = 400;

  /** Every line it was handed, as it understood it. */
  readonly ran: string[] = [];
  /** Answers to its question for a password. */
  readonly secrets: string[] = [];
  readonly #channel: ServerChannel;
  #line = '';
  #isSilent = false;
  /** Ctrl-C does nothing, as after `stty intr undef`. */
  #isDeaf = false;
  /** Keys that were typed while it slept, to which it comes when it wakes. */
  #ahead: string[] | undefined;

  constructor(channel: ServerChannel) {
    this.#channel = channel;
    channel.write('$ ');
    channel.on('data', (bytes: Buffer) => {
      // oxlint-disable-next-line no-control-regex -- an arrow begins with one
      for (const [key] of bytes.toString().matchAll(/\u001B\[A|[^]/gu)) {
        this.#take(key);
      }
    });
  }

  #take(key: string): void {
    if (this.#ahead) {
      this.#ahead.push(key);
    } else {
      this.#press(key);
    }
  }

  /** It neither reads nor echoes for a while. */
  #sleep(): void {
    this.#ahead = [];
    setTimeout(() => {
      const keys = this.#ahead ?? [];
      this.#ahead = undefined;
      keys.forEach((key) => this.#take(key));
    }, LineShell.SLEEP_MS);
  }

  #press(key: string): void {
    switch (key) {
      case '\r':
      case '\n':
      case '\u000F':
        this.#submit();
        return;
      case '\u0003':
        if (this.#isDeaf) {
          this.#channel.write('\u0007');
          return;
        }
        this.#line = '';
        this.#isSilent = false;
        this.#channel.write('^C\r\n$ ');
        return;
      case '\u007F':
        this.#line = this.#line.slice(0, -1);
        this.#show('\b \b');
        return;
      case '\u001B[A':
        this.#line = this.ran.at(-1) ?? '';
        this.#show(`\r\u001B[K$ ${this.#line}`);
        return;
      default:
        this.#line += key;
        this.#show(key);
    }
  }

  #show(text: string): void {
    if (!this.#isSilent) {
      this.#channel.write(text);
    }
  }

  #submit(): void {
    const line = this.#line;
    this.#line = '';
    if (this.#isSilent) {
      this.#isSilent = false;
      this.secrets.push(line);
      this.#channel.write('\r\nwelcome\r\n$ ');
      return;
    }
    if (line !== '') {
      this.ran.push(line);
    }
    this.#isSilent = line === 'sudo -i';
    this.#isDeaf ||= line === 'stty intr undef';
    if (line === 'sleep') {
      this.#sleep();
    }
    const answer = line === '' ? '' : `ran ${line}\r\n`;
    this.#channel.write(this.#isSilent ? '\r\n[sudo] password for lin: ' : `\r\n${answer}$ `);
  }
}
