import { afterEach, expect, it } from 'vitest';

import { useTimeZone } from '../../kernel/time-zone.ts';
import { driveFolderName } from './drive-folder-name.ts';

afterEach(() => useTimeZone(''));

it('names the asset and the time as people have it', () => {
  const session = { asset_name: '網頁/01', created_at: Date.UTC(2026, 10, 15, 17, 30, 12) };
  useTimeZone('Asia/Taipei');
  expect(driveFolderName(session)).toBe('網頁_01 2026-11-16 013012');
  useTimeZone('America/New_York');
  expect(driveFolderName(session)).toBe('網頁_01 2026-11-15 123012');
  expect(driveFolderName({ ...session, asset_name: ' ' })).toBe('desktop 2026-11-15 123012');
});
