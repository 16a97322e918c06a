import { waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { UploadQueue, type UploadTransport } from './upload-queue.ts';

interface Sending {
  offset: number;
  signal: AbortSignal;
  onProgress: (sent: number) => void;
  finish: () => void;
  fail: (error: Error) => void;
}

function setup(received?: number) {
  const sending: Sending[] = [];
  const askReceived = vi.fn(async () => received);
  const cancel = vi.fn(async () => undefined);
  const transport: UploadTransport = {
    send: (_upload, options) =>
      new Promise<void>((finish, fail) => {
        options.signal.addEventListener('abort', () => fail(new Error('aborted')));
        sending.push({ ...options, finish, fail });
      }),
    received: askReceived,
    cancel,
  };
  const onDone = vi.fn();
  const queue = new UploadQueue(transport);
  queue.onArrival(onDone);
  const add = (...names: string[]) =>
    queue.add(names.map((name) => ({ file: new File(['0123456789'], name), dir: '/home' })));
  const states = () => queue.list().map(({ state }) => state);
  return { queue, sending, askReceived, cancel, onDone, add, states };
}

describe('uploads', () => {
  it('go three at a time, and the next begins when one is done', async () => {
    const { queue, sending, add, states, onDone } = setup();
    add('a', 'b', 'c', 'd');
    await waitFor(() => expect(sending).toHaveLength(3));
    expect(states()).toEqual(['running', 'running', 'running', 'waiting']);
    sending[0]?.onProgress(4);
    expect(queue.list()[0]?.sent).toBe(4);
    sending[0]?.onProgress(10);
    expect(states()[0]).toBe('finishing');
    sending[0]?.finish();
    await waitFor(() => expect(sending).toHaveLength(4));
    expect(states()).toEqual(['done', 'running', 'running', 'running']);
    await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
  });

  it('are announced once for many while more are to come', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const { sending, add, onDone } = setup();
      add('a', 'b', 'c', 'd', 'e', 'f');
      for (let done = 0; done < 3; done += 1) {
        sending[done]?.finish();
        await vi.advanceTimersByTimeAsync(200);
      }
      expect(onDone).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(1000);
      expect(onDone).toHaveBeenCalledTimes(1);
    } finally {
      vi.useRealTimers();
    }
  });

  it('that broke off go on where the server says', async () => {
    const { queue, sending, add, states, askReceived } = setup(6);
    add('a');
    await waitFor(() => expect(sending).toHaveLength(1));
    sending[0]?.onProgress(8);
    sending[0]?.fail(new Error('network'));
    await waitFor(() => expect(states()).toEqual(['broken']));
    const id = queue.list()[0]?.id ?? '';
    const reason = queue.list()[0]?.reason;
    expect(reason).toBe('network');
    queue.retry(id);
    await waitFor(() => expect(sending).toHaveLength(2));
    expect(askReceived).toHaveBeenCalledWith(id);
    expect(sending[1]?.offset).toBe(6);
    sending[1]?.onProgress(2);
    expect(queue.list()[0]?.sent).toBe(8);
  });

  it('begin again when the server has nothing of them any more', async () => {
    const { queue, sending, add, states } = setup();
    add('a');
    await waitFor(() => expect(sending).toHaveLength(1));
    sending[0]?.onProgress(8);
    sending[0]?.fail(new Error('network'));
    await waitFor(() => expect(states()).toEqual(['broken']));
    queue.retry(queue.list()[0]?.id ?? '');
    await waitFor(() => expect(sending).toHaveLength(2));
    expect(sending[1]?.offset).toBe(0);
  });

  it('can be cancelled, and stay so', async () => {
    const { queue, sending, add, states, cancel, onDone } = setup();
    add('a', 'b');
    await waitFor(() => expect(sending).toHaveLength(2));
    const id = queue.list()[0]?.id ?? '';
    queue.cancel(id);
    expect(sending[0]?.signal.aborted).toBe(true);
    sending[0]?.onProgress(5);
    await waitFor(() => expect(cancel).toHaveBeenCalledWith(id));
    // The folder showed its beginning, which is gone.
    await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
    expect(states()).toEqual(['cancelled', 'running']);
    queue.retry(id);
    expect(states()[0]).toBe('cancelled');
    queue.clear();
    expect(states()).toEqual(['running']);
    queue.stopAll();
    expect(states()).toEqual(['cancelled']);
  });
});
