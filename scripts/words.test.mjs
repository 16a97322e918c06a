import { describe, expect, it } from 'vitest';

import { checkWords } from './lib/word-rules.mjs';

const machinePath = '/somewhere/checkout';
const problems = (path, text) =>
  checkWords(path, text, [machinePath]).map(({ line, message }) => `${line}: ${message}`);

describe('Chinese', () => {
  it.each(['server/src/http/api.ts', 'web/src/app/App.tsx', 'contract/src/menu.ts', '.oxlintrc.json'])(
    'is reported in %s unless a comment quotes it',
    (path) => {
      expect(problems(path, "const a = 1;\nconst b = '登入';")).toEqual([
        expect.stringMatching(/^2: Chinese belongs/),
      ]);
      expect(problems(path, "const a = '登入'; // sign in")).toHaveLength(1);
      expect(problems(path, ' * shows 「登入」\nconst a = 1; // 「登入」')).toEqual([]);
    },
  );
  it.each([
    'web/src/i18n/zh-TW/common.json',
    'web/src/features/access/credential/credential.zh-TW.json',
    'contract/src/words/menus.ts',
    'contract/src/access/credential.words.ts',
    'web/src/app/App.test.tsx',
    'e2e/src/login.spec.ts',
    'README.md',
    'docs/glossary.md',
  ])('is welcome in %s', (path) => {
    expect(problems(path, '登入玉門')).toEqual([]);
  });
});

describe('catalogues', () => {
  const inCatalogue = (text) => problems('web/src/i18n/zh-TW/common.json', text);

  it('refuse simplified characters and say which', () => {
    expect(inCatalogue('设定')).toEqual(['1: 设 is not a Traditional Chinese character']);
    const simplified = '国会话证书账户录连开关时间删编辑';
    expect(Array.from(simplified).filter((character) => inCatalogue(character).length === 0)).toEqual([]);
  });
  it('accept what Taiwan writes', () => {
    expect(inCatalogue('您的帳號已登出，請重新登入。「確定要刪除憑證嗎？」臺灣台灣裡面啟用群組')).toEqual([]);
  });
  it('refuse words of the avoid column and name the right one', () => {
    expect(inCatalogue('用戶設置')).toEqual([
      '1: write 使用者 instead of 用戶',
      '1: write 設定 instead of 設置',
    ]);
  });
  it('know one word for one thing, and leave alone what others write', () => {
    const wrong = ['建立資產', '授權策略', '使用者列表', '測試連線', '來源 IP', '通訊協定', '已攔截'];
    expect(wrong.filter((text) => inCatalogue(text).length === 0)).toEqual([]);
    expect(problems('contract/src/words/asset-columns.ts', '通訊協定')).toEqual([]);
  });
  it('accept right words that contain a wrong one', () => {
    expect(inCatalogue('用戶端 連接埠 終端機 建立時間 連線建立後 無法建立連線 連線被攔截')).toEqual([]);
  });
});

describe('machines', () => {
  it('are not named by a path', () => {
    expect(problems('docs/a.md', `see ${machinePath}/b`)).toEqual([
      `1: ${machinePath} is a path of one machine`,
    ]);
    expect(problems('docs/a.md', 'see ./b')).toEqual([]);
  });
  it('are not named as a package registry', () => {
    const host = ['https:', '', 'registry.example.org', 'x.tgz'].join('/'); // in parts: this file is checked, too
    expect(problems('package-lock.json', `"resolved": "${host}"`)).toEqual([
      expect.stringMatching(/^1: .*registry\.example\.org names a package registry$/),
    ]);
    expect(problems('package-lock.json', '"resolved": "server"')).toEqual([]);
  });
});
