import type { Job } from '@jadegate/contract/operations/job';
import { expect, it } from 'vitest';

import { BLANK, toBody, toForm } from './job-form.ts';

it('a script keeps what was filled in for its parameters until it is another', () => {
  const metadata = JSON.stringify({ shell: 'restart nginx', values: { service: 'nginx' } });
  const form = toForm({ ...BLANK, resourceIds: [], tags: '', status: '', metadata } as unknown as Job);
  expect(toBody({ ...form, name: 'renamed' }, metadata).metadata).toBe(metadata);
  expect(toBody({ ...form, metadata: 'restart ssh' }, metadata).metadata).toBe('{"shell":"restart ssh"}');
  expect(toBody(form).metadata).toBe('{"shell":"restart nginx"}');
});
