import { copyText } from '../../../components/copy-text.ts';

interface ClipboardOptions {
  mayCopy: () => boolean;
  mayPaste: () => boolean;
  /** Whether a text arrives as it is. */
  carries: (text: string) => boolean;
  /** Hands text to the desktop; answers whether there is one to hear it. */
  send: (text: string) => boolean;
  /** Something was copied on the desktop. `isWritten`: it is on the clipboard of the browser, too. */
  onCopied: (text: string, isWritten: boolean) => void;
}

/** Lines end as on the machine itself; guacd gives Windows what Windows wants. */
function plainLines(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

/**
 * The clipboard of the browser and that of a desktop, kept alike as far as the browser lets us. Where it does not without
 * being asked, it does with the next key or click of the person; and the panel is always there.
 */
export class DesktopClipboard {
  readonly #options: ClipboardOptions;
  /** What both sides had last, so that nothing goes back where it came from. */
  #shared: string | undefined;
  /** What the browser's clipboard had when it was last looked at: only something new in it comes along. */
  #inBrowser: string | undefined;
  /** Waits for a key or a click. */
  #unwritten: string | undefined;

  constructor(options: ClipboardOptions) {
    this.#options = options;
  }

  /** Something was put in by the person themselves. Answers whether the desktop has it. */
  paste(text: string): boolean {
    if (!this.#give(plainLines(text))) {
      return false;
    }
    // What lies in the browser is older than this, and must not follow it.
    void this.#look().then((found) => (this.#inBrowser = found ?? this.#inBrowser));
    return true;
  }

  /**
   * The person comes back to the desktop: what they copied elsewhere meanwhile comes along. Nobody is asked, so what would
   * arrive as something else stays away.
   */
  async bringAlong(): Promise<void> {
    const text = this.#options.mayPaste() ? await this.#look() : undefined;
    if (text === undefined || text === this.#inBrowser) {
      return;
    }
    this.#inBrowser = text;
    if (text !== '' && text !== this.#shared && this.#options.carries(text)) {
      this.#give(text);
    }
  }

  async onRemote(text: string): Promise<void> {
    if (!this.#options.mayCopy() || text === '') {
      return;
    }
    const plain = plainLines(text);
    this.#shared = plain;
    const isWritten = await write(plain);
    this.#unwritten = isWritten ? undefined : plain;
    this.#inBrowser = isWritten ? plain : this.#inBrowser;
    this.#options.onCopied(plain, isWritten);
  }

  /** A key or a click: with it the browser allows what it did not before. */
  onGesture(): void {
    const text = this.#unwritten;
    if (text !== undefined) {
      this.#unwritten = undefined;
      void write(text).then((isWritten) => isWritten && this.#options.onCopied(text, true));
    }
  }

  /** A new socket to a desktop: whatever it has is not known. */
  forget(): void {
    this.#shared = undefined;
    this.#inBrowser = undefined;
  }

  #give(plain: string): boolean {
    if (!this.#options.mayPaste() || !this.#options.send(plain)) {
      return false;
    }
    this.#shared = plain;
    return true;
  }

  /** What the browser has, where it tells without asking the person. */
  async #look(): Promise<string | undefined> {
    try {
      return (await mayReadQuietly()) ? plainLines(await navigator.clipboard.readText()) : undefined;
    } catch {
      // The window lost the focus meanwhile, or there is no text.
      return undefined;
    }
  }
}

async function write(text: string): Promise<boolean> {
  try {
    await copyText(text);
    return true;
  } catch {
    return false;
  }
}

/** Only where the person has allowed it before: a question each time they click would be in the way. */
async function mayReadQuietly(): Promise<boolean> {
  try {
    const { state } = await navigator.permissions.query({ name: 'clipboard-read' as PermissionName });
    return state === 'granted' && document.hasFocus();
  } catch {
    // No such permission, as in Firefox, or no secure page.
    return false;
  }
}
