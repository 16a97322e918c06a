import Guacamole, { type Client } from 'guacamole-common-js';

import { TouchMode } from './touch-mode.ts';

interface PointerOptions {
  touchMode: () => TouchMode;
  /** The person does something with it. */
  onUse: () => void;
}

const MOVES = ['mousedown', 'mouseup', 'mousemove'];

/** Mouse, wheel and fingers on the picture of one client. It goes with the element of the picture. */
export class DesktopPointer {
  readonly #client: Client;
  readonly #mouse: Guacamole.Mouse;
  #last = new Guacamole.Mouse.State(0, 0, false, false, false, false, false);

  constructor(client: Client, { touchMode, onUse }: PointerOptions) {
    this.#client = client;
    const display = client.getDisplay();
    const element = display.getElement();
    this.#mouse = new Guacamole.Mouse(element);
    let isDrawnByBrowser = false;
    const send = (event: unknown) => {
      const { state } = event as Guacamole.Mouse.Event;
      this.#last = state;
      client.sendMouseState(state, true);
      onUse();
    };
    this.#mouse.onEach(MOVES, (event) => {
      // Where somebody else pointed last is no longer where the pointer is.
      display.showCursor(!isDrawnByBrowser);
      send(event);
    });
    // The browser draws the pointer by itself, without waiting for the network; under a finger there is none to draw.
    display.oncursor = (canvas, x, y) => {
      isDrawnByBrowser = this.#mouse.setCursor(canvas, x, y);
      display.showCursor(!isDrawnByBrowser);
    };
    const touches = {
      touchpad: new Guacamole.Mouse.Touchpad(element),
      direct: new Guacamole.Mouse.Touchscreen(element),
    };
    for (const mode of TouchMode.options) {
      touches[mode].onEach(MOVES, (event) => {
        if (mode === touchMode()) {
          display.showCursor(true);
          send(event);
        }
      });
    }
  }

  /** No button stays down on the other side that nobody holds here. */
  releaseAll(): void {
    this.#mouse.reset();
  }

  /** The pointer is where it was: enough to show that somebody is there. */
  repeat(): void {
    this.#client.sendMouseState(this.#last, true);
  }
}
