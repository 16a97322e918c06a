import Guacamole, { type Client, type Tunnel } from 'guacamole-common-js';

import type { Zoom } from '../session/zooms.ts';

import styles from './desktop.module.css';

export interface Box {
  width: number;
  height: number;
}

/**
 * The picture of a desktop in an element, as large as fits. It does not care where the picture comes from: a client that
 * speaks to a socket, or one that is fed a recording. Nothing is sent from here.
 */
export class DesktopPicture {
  readonly #holder: HTMLElement;
  readonly #observer: ResizeObserver;
  #client: Client | undefined;
  #zoom: Zoom = 1;

  constructor(holder: HTMLElement, { onBox }: { onBox?: (box: Box) => void } = {}) {
    this.#holder = holder;
    holder.classList.add(styles.holder ?? '');
    this.#observer = new ResizeObserver(() => {
      this.#fit();
      onBox?.(this.box);
    });
    this.#observer.observe(holder);
  }

  /** The room there is for it. */
  get box(): Box {
    // With the bars that a larger picture brings: they would change the room, and with it the picture.
    const { offsetWidth: width, offsetHeight: height } = this.#holder;
    return { width, height };
  }

  /** Shows what comes through this tunnel, which the client opens by `connect`. */
  follow(tunnel: Tunnel): Client {
    const client = new Guacamole.Client(tunnel);
    this.show(client);
    return client;
  }

  /** Shows what this client draws, in place of what was shown before. */
  show(client: Client): void {
    this.#forget();
    this.#client = client;
    const display = client.getDisplay();
    display.onresize = () => this.#fit();
    this.#holder.replaceChildren(display.getElement());
    this.#fit();
  }

  /** Draws it so much larger than what fits: people move about in it. */
  zoom(zoom: Zoom): void {
    this.#zoom = zoom;
    this.#holder.classList.toggle(styles.zoomed ?? '', zoom > 1);
    this.#fit();
  }

  dispose(): void {
    this.#observer.disconnect();
    this.#forget();
    this.#holder.replaceChildren();
    this.#holder.classList.remove(styles.holder ?? '', styles.zoomed ?? '');
  }

  #forget(): void {
    if (this.#client) {
      this.#client.getDisplay().onresize = null;
      this.#client = undefined;
    }
  }

  #fit(): void {
    const display = this.#client?.getDisplay();
    if (display) {
      const fitting = fittingScale({ width: display.getWidth(), height: display.getHeight() }, this.box);
      const scale = (fitting ?? 0) * this.#zoom;
      if (scale > 0 && scale !== display.getScale()) {
        display.scale(scale);
      }
    }
  }
}

/**
 * How much larger or smaller a picture is drawn so that all of it is seen. Undefined while either has no size. A picture
 * that almost fits is left alone: every letter of it would be blurred for nothing.
 */
export function fittingScale(picture: Box, room: Box): number | undefined {
  if ([picture.width, picture.height, room.width, room.height].some((side) => !(side > 0))) {
    return undefined;
  }
  const scale = Math.min(room.width / picture.width, room.height / picture.height);
  const isClose = scale >= 1 && (scale - 1) * Math.max(picture.width, picture.height) < 8;
  return isClose ? 1 : scale;
}
