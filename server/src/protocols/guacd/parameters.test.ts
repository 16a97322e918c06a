import { describe, expect, it } from 'vitest';

import { desktopParameters, type DesktopProtocol } from './parameters.ts';

function parameters(
  protocol: DesktopProtocol,
  attributes: Record<string, string>,
  defaults: Record<string, string> = {},
) {
  return desktopParameters({
    protocol,
    host: 'desk.test',
    port: 3389,
    account: { username: 'alice', password: undefined },
    defaults,
    attributes,
    timezone: 'Asia/Taipei',
    rights: { copy: true, paste: false },
  });
}

describe('what guacd is told of an asset', () => {
  it.each<[DesktopProtocol, Record<string, string>]>([
    ['rdp', { security: 'nla', 'server-layout': 'en-us-qwerty', domain: '公司;,', 'force-lossless': 'true' }],
    [
      'rdp',
      { 'remote-app': '||excel', 'remote-app-dir': 'C:\\', 'remote-app-args': '/x', 'color-depth': '16' },
    ],
    ['vnc', { 'color-depth': '8', cursor: 'remote', 'swap-red-blue': 'true', 'read-only': 'true' }],
    ['vnc', { 'dest-host': 'inner.test', 'dest-port': '5901' }],
  ])('is what is saved with it (%s, %j)', (protocol, attributes) => {
    expect(parameters(protocol, attributes)).toMatchObject(attributes);
  });

  it('falls back on the settings', () => {
    const settings = { 'color-depth': '24', security: 'nla', 'server-layout': 'ja-jp-qwerty' };
    expect(parameters('rdp', {}, settings)).toMatchObject(settings);
    expect(parameters('rdp', { security: 'tls' }, settings)).toMatchObject({ ...settings, security: 'tls' });
    expect(parameters('vnc', {}, { 'read-only': 'true' })).toMatchObject({ 'read-only': 'true' });
    expect(parameters('vnc', { 'read-only': 'false' }, { 'read-only': 'true' })).toMatchObject({
      'read-only': 'false',
    });
    expect(parameters('rdp', { 'color-depth': '16' }, { 'color-depth': '24' })).toMatchObject({
      'color-depth': '16',
    });
  });

  it('holds no path that an asset names, and nothing it is not asked for', () => {
    const told = parameters('rdp', { 'enable-drive': 'true', 'drive-path': '/etc', 'ignore-cert': '' });
    expect(told).not.toHaveProperty('enable-drive');
    expect(told).not.toHaveProperty('drive-path');
    expect(told).toMatchObject({
      'disable-upload': 'true',
      'disable-download': 'true',
      'disable-paste': 'true',
    });
    expect(parameters('vnc', { security: 'rdp' })).not.toHaveProperty('security');
  });
});
