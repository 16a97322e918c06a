import { decodeInstructions } from '@jadegate/contract/session/guac-instruction';
import Guacamole, { type Client } from 'guacamole-common-js';

import type { Zoom } from '../session/zooms.ts';
import { DesktopPicture } from './desktop-picture.ts';

/**
 * What is left out: sound, which means nothing at another speed, transfers, and what would end the client. Of `sync` only the
 * last counts, because each is an animation frame of its own and a jump has thousands.
 */
const UNDRAWN = new Set(
  'argv audio clipboard disconnect error file filesystem nop pipe required sync video'.split(' '),
);
/** How a colour is laid over what is there. */
const OVER = '14';
const utf8 = new TextDecoder();

/** Nothing is sent, and nothing is waited for: what it hands on is given to it. */
class FedTunnel extends Guacamole.Tunnel {}

/** A desktop that is drawn from instructions that happened before, as many at once as there are. */
export class RecordedPicture {
  readonly #tunnel = new FedTunnel();
  readonly #client: Client;
  readonly #picture: DesktopPicture | undefined;

  /** Without an element it is drawn for `still` only. */
  constructor(holder?: HTMLElement) {
    this.#client = new Guacamole.Client(this.#tunnel);
    if (holder) {
      this.#picture = new DesktopPicture(holder);
      this.#picture.show(this.#client);
    }
  }

  reset(): void {
    this.#giveUp();
    // What is seen stays until there is something else to see: both are one frame.
    const display = this.#client.getDisplay();
    this.#hear('rect', ['0', '0', '0', String(display.getWidth()), String(display.getHeight())]);
    this.#hear('cfill', [OVER, '0', '0', '0', '0', '255']);
  }

  draw(parts: readonly Uint8Array[]): void {
    for (const bytes of parts) {
      for (const [opcode = '', ...parameters] of decodeInstructions(utf8.decode(bytes))) {
        if (!UNDRAWN.has(opcode)) {
          this.#hear(opcode, parameters);
        }
      }
    }
    this.#hear('sync', ['0']);
  }

  zoom(zoom: Zoom): void {
    this.#picture?.zoom(zoom);
  }

  /** The whole picture in its own size, once everything is drawn that was given; undefined when that was nothing. */
  still(): Promise<HTMLCanvasElement | undefined> {
    const display = this.#client.getDisplay();
    return new Promise((resolve) =>
      display.flush(() => resolve(display.getWidth() > 0 ? display.flatten() : undefined)),
    );
  }

  dispose(): void {
    this.#giveUp();
    this.#picture?.dispose();
  }

  /** What was given and is not drawn yet never is. */
  #giveUp(): void {
    this.#client.importState({ currentState: 0, currentTimestamp: 0, layers: {} });
  }

  #hear(opcode: string, parameters: string[]): void {
    this.#tunnel.oninstruction?.(opcode, parameters);
  }
}
