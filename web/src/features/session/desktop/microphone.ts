import Guacamole, { type Client, type OutputStream } from 'guacamole-common-js';

/** `asking`: the desktop has not said yet that it listens. `refused`: it does not, or the browser gives no microphone. */
export type MicrophoneState = 'off' | 'asking' | 'on' | 'refused';

/** What RDP hosts take. */
const SOUND = 'audio/L16;rate=44100,channels=2';
/** A host that does not know sound from here says nothing at all. */
export const PATIENCE_MS = 8000;

/** The microphone of the person, as a desktop hears it. Nothing is asked of the browser before the desktop listens. */
export class Microphone {
  readonly #onState: (state: MicrophoneState) => void;
  #stream: OutputStream | undefined;
  #patience: ReturnType<typeof setTimeout> | undefined;

  constructor(onState: (state: MicrophoneState) => void) {
    this.#onState = onState;
  }

  start(client: Client): void {
    this.stop();
    const stream = client.createAudioStream(SOUND);
    const recorder = Guacamole.AudioRecorder.getInstance(stream, SOUND);
    if (!recorder) {
      stream.sendEnd();
      this.#onState('refused');
      return;
    }
    this.#stream = stream;
    recorder.onclose = () => this.#finish(stream, 'off');
    recorder.onerror = () => this.#finish(stream, 'refused');
    const hear = stream.onack;
    stream.onack = (status) => {
      hear?.(status);
      if (!status.isError() && stream === this.#stream) {
        clearTimeout(this.#patience);
        this.#onState('on');
      }
    };
    this.#patience = setTimeout(() => this.#close(stream, 'refused'), PATIENCE_MS);
    this.#onState('asking');
  }

  /** Harmless to call twice. */
  stop(): void {
    if (this.#stream) {
      this.#close(this.#stream, 'off');
    }
  }

  #close(stream: OutputStream, state: 'off' | 'refused'): void {
    this.#finish(stream, state);
    // The recorder has no other way to be ended: this lets go of the microphone, and ends the stream.
    stream.onack?.(new Guacamole.Status(Guacamole.Status.Code.RESOURCE_CLOSED, ''));
  }

  #finish(stream: OutputStream, state: 'off' | 'refused'): void {
    if (stream === this.#stream) {
      clearTimeout(this.#patience);
      this.#stream = undefined;
      this.#onState(state);
    }
  }
}
