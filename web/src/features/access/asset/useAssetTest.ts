import type { AssetRow } from '@jadegate/contract/access/asset';
import { testAsset, type AssetTest } from '@jadegate/contract/access/asset-reachability';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import { call } from '../../../api/call.ts';
import { readFailure } from '../../../components/failure.ts';

export type Tested = Pick<AssetRow, 'id' | 'name' | 'protocol'>;
type TestResults = ReadonlyMap<string, AssetTest>;

/** A test may take a quarter of a minute, so several run at once; the server and its hosts are not flooded either. */
const AT_ONCE = 6;

async function testOne(id: string, signal: AbortSignal): Promise<AssetTest> {
  try {
    return await call(testAsset, { params: { id }, query: { login: true }, signal });
  } catch (error) {
    signal.throwIfAborted();
    const { message } = readFailure(error);
    return {
      active: false,
      message,
      advice: '',
      latency: null,
      hostKey: 'unseen',
      login: { state: 'untried', message: '' },
    };
  }
}

/** Tests the assets, a few at a time, until all are done or the signal ends it. */
async function testAll(
  assets: readonly Tested[],
  signal: AbortSignal,
  onResult: (id: string, result: AssetTest) => void,
): Promise<void> {
  const waiting = [...assets];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      onResult(next.id, await testOne(next.id, signal));
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, assets.length) }, work));
}

interface AssetTestRun {
  results: TestResults;
  isRunning: boolean;
  stop: () => void;
}

/** Runs once for the assets it is given. */
export function useAssetTest(assets: readonly Tested[]): AssetTestRun {
  const client = useQueryClient();
  const [results, setResults] = useState<TestResults>(new Map());
  const [isRunning, setIsRunning] = useState(true);
  const current = useRef<AbortController>(undefined);

  useEffect(() => {
    const mine = new AbortController();
    current.current = mine;
    testAll(assets, mine.signal, (id, result) => setResults((known) => new Map(known).set(id, result)))
      .catch(() => undefined) // Ended by the person; what was found stays.
      .finally(() => {
        if (current.current === mine) {
          setIsRunning(false);
        }
        void client.invalidateQueries({ queryKey: ['asset'] });
      });
    return () => {
      current.current = undefined;
      mine.abort();
    };
  }, [assets, client]);

  return { results, isRunning, stop: () => current.current?.abort() };
}
