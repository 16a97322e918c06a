import { describe, expect, it } from 'vitest';

import { ConfigError, readConfig } from './config.ts';

describe('the settings', () => {
  it('have defaults for everything', () => {
    expect(readConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 8088,
      firstAdmin: { username: 'admin', password: undefined },
      trustedProxies: [],
      databaseUrl: undefined,
    });
    expect(readConfig({}).dataDir).toMatch(/\/data$/);
  });

  it('take an empty value as absent', () => {
    expect(readConfig({ JADEGATE_PORT: '', DATABASE_URL: ' ' })).toMatchObject({
      port: 8088,
      databaseUrl: undefined,
    });
  });

  it.each([
    ['JADEGATE_PORT', 'eighty'],
    ['JADEGATE_PORT', '70000'],
    ['JADEGATE_ADMIN_PASSWORD', 'short'],
    ['JADEGATE_TRUSTED_PROXIES', '10.0.0.0/33'],
    ['JADEGATE_TRUSTED_PROXIES', 'everybody'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['DATABASE_URL', 'nonsense'],
    ['JADEGATE_METRICS_TOKEN', 'short'],
  ])('explain what is wrong with %s=%s without repeating it', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
    expect(() => readConfig({ [name]: value })).toThrow(name);
    expect(() => readConfig({ [name]: value })).not.toThrow(new RegExp(`\\b${value}\\b`));
  });

  it('read lists of proxies and say which settings have no effect yet', () => {
    const config = readConfig({
      JADEGATE_TRUSTED_PROXIES: '127.0.0.1, ::1/128',
      REDIS_URL: 'redis://127.0.0.1',
    });
    expect(config.trustedProxies).toEqual(['127.0.0.1', '::1/128']);
    expect(config.unused).toEqual(['REDIS_URL']);
  });
});
