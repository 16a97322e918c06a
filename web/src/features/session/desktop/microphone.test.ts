import Guacamole, { type Client, type OutputStream } from 'guacamole-common-js';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { Microphone, PATIENCE_MS, type MicrophoneState } from './microphone.ts';

const { SUCCESS, CLIENT_FORBIDDEN } = Guacamole.Status.Code;
const getUserMedia = vi.fn<() => Promise<never>>();

beforeEach(() => {
  vi.useFakeTimers();
  getUserMedia.mockReset().mockReturnValue(new Promise(() => undefined));
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia } });
  vi.stubGlobal('AudioContext', vi.fn());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function setup() {
  const states: MicrophoneState[] = [];
  const sendEnd = vi.fn<() => void>();
  const stream = { index: 1, sendEnd, sendBlob: vi.fn(), onack: null } as unknown as OutputStream;
  const client = { createAudioStream: () => stream } as unknown as Client;
  const microphone = new Microphone((state) => states.push(state));
  microphone.start(client);
  const answer = (code: Guacamole.Status.Code) => stream.onack?.(new Guacamole.Status(code, ''));
  return { states, sendEnd, microphone, answer };
}

it('is asked of the browser when the desktop listens, and let go when the person says so', () => {
  const { states, sendEnd, microphone, answer } = setup();
  expect(getUserMedia).not.toHaveBeenCalled();
  answer(SUCCESS);
  expect(getUserMedia).toHaveBeenCalledOnce();
  expect(states).toEqual(['asking', 'on']);
  microphone.stop();
  microphone.stop();
  expect(states).toEqual(['asking', 'on', 'off']);
  expect(sendEnd).toHaveBeenCalledOnce();
});

it('is not asked for where the server says no', () => {
  const { states, answer } = setup();
  answer(CLIENT_FORBIDDEN);
  expect(states).toEqual(['asking', 'refused']);
  expect(getUserMedia).not.toHaveBeenCalled();
});

it('is refused where nobody answers, or the browser gives none', async () => {
  const silent = setup();
  vi.advanceTimersByTime(PATIENCE_MS);
  expect(silent.states).toEqual(['asking', 'refused']);
  expect(silent.sendEnd).toHaveBeenCalledOnce();
  getUserMedia.mockRejectedValue(new Error('denied'));
  const denied = setup();
  denied.answer(SUCCESS);
  await vi.advanceTimersByTimeAsync(0);
  expect(denied.states).toEqual(['asking', 'on', 'refused']);
});
