import type { ServerChannel } from 'ssh2';

/** A shell of one page: it echoes, edits a little, recalls the last line, asks for a password, and runs nothing. */
export class LineShell {
  /** Every line it was handed, as it understood it. */
  readonly ran: string[] = [];
  /** Answers to its question for a password. */
  readonly secrets: string[] = [];
  readonly #channel: ServerChannel;
  #line = '';
  #isSilent = false;
  /** Ctrl-C does nothing, as after `stty intr undef`. */
  #isDeaf = false;

  constructor(channel: ServerChannel) {
    this.#channel = channel;
    channel.write('$ ');
    channel.on('data', (bytes: Buffer) => {
      // oxlint-disable-next-line no-control-regex -- an arrow begins with one
      for (const [key] of bytes.toString().matchAll(/\u001B\[A|[^]/gu)) {
        this.#press(key);
      }
    });
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
    const answer = line === '' ? '' : `ran ${line}\r\n`;
    this.#channel.write(this.#isSilent ? '\r\n[sudo] password for lin: ' : `\r\n${answer}$ `);
  }
}
