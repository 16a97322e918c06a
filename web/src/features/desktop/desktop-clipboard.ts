import { copyText } from '../../components/copy-text.ts';

export interface ClipboardOptions {
  mayCopy: () => boolean;
  mayPaste: () => boolean;
  /** Hands text to the desktop; answers whether there is one to hear it. */
  send: (text: string) => boolean;
  /** Something was copied on the desktop. `isWritten`: it is on the clipboard of the browser, too. */
  onCopied: (text: string, isWritten: boolean) => void;
}

/** Lines end as on the machine itself; guacd gives Windows what Windows wants. */
export function plainLines(text: string): string {
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
  /** Waits for a key or a click. */
  #unwritten: string | undefined;

  constructor(options: ClipboardOptions) {
    this.#options = options;
  }

  /** Something was put in by the person themselves. Answers whether the desktop has it. */
  paste(text: string): boolean {
    const plain = plainLines(text);
    if (!this.#options.mayPaste() || !this.#options.send(plain)) {
      return false;
    }
    this.#shared = plain;
    return true;
  }

  /** The person comes back to the desktop: what they copied elsewhere meanwhile comes along. Nobody is asked. */
  async bringAlong(): Promise<void> {
    if (!this.#options.mayPaste() || !(await mayReadQuietly())) {
      return;
    }
    try {
      const text = plainLines(await navigator.clipboard.readText());
      if (text !== '' && text !== this.#shared) {
        this.paste(text);
      }
    } catch {
      // The window lost the focus meanwhile, or there is no text.
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
