// What may be written where. Each rule looks at one file and answers [{ line, message }].

/** Where Chinese may stand: catalogues, what is written for people, tests, and scripts that run without a catalogue. */
const CHINESE_ALLOWED = [
  /^web\/src\/i18n\//,
  /^web\/src\/features\/.+\.(zh-TW|en)\.json$/,
  /^contract\/src\/words\//,
  /^contract\/src\/.+\.words\.ts$/,
  /\.(test|spec)\.[cm]?[jt]sx?$/,
  /^(web\/src\/test|server\/src\/testing|e2e)\//,
  /^(docs|scripts)\//,
  /\.md$/,
  /^package\.json$/, // the product's name
  /^server\/src\/demo\//, // names and words of its people, which are data
  /^web\/index\.html$/, // the title before the catalogue is loaded
];

const CATALOGUES = [
  /^web\/src\/i18n\//,
  /^web\/src\/features\/.+\.(zh-TW|en)\.json$/,
  /^contract\/src\/words\//,
  /^contract\/src\/.+\.words\.ts$/,
  /^manual\/zh-TW\//,
];

/** Words of other regions or with another meaning here, and the word of docs/glossary.md. */
const AVOID = [
  [/用戶(?!端)/, '使用者'],
  [/登錄/, '登入'],
  [/賬[戶號]/, '帳號'],
  [/憑據/, '憑證'],
  [/密鑰/, '金鑰'],
  [/私鑰/, '私密金鑰'],
  [/證書/, 'TLS 憑證 or SSH 簽署憑證'],
  [/認證/, '身分驗證'],
  [/會話/, '工作階段'],
  [/連接(?!埠)/, '連線'],
  [/錄像/, '錄影'],
  [/回放/, '播放'],
  [/審計/, '稽核'],
  [/命令/, '指令'],
  [/終端(?!機)/, '終端機'],
  [/剪切板/, '剪貼簿'],
  [/文件/, '檔案, or 說明 for a text'],
  [/服務器/, '伺服器'],
  [/網絡/, '網路'],
  [/端口/, '連接埠'],
  [/網關/, '閘道'],
  [/默認/, '預設'],
  [/設置/, '設定'],
  [/信息/, '資訊'],
  [/支持/, '支援'],
  [/審批/, '核准'],
  [/過期/, '到期'],
  [/列表/, '清單'],
  [/策略/, '政策'],
  [/倒退鍵/, '退格鍵'],
  [/連線測試|測試連線/, '連線檢測'],
  [/主機公鑰|主機指紋|主機的金鑰/, '主機金鑰'],
  [/已攔截|攔截指令/, '禁止'],
  [/警告後/, '提醒後'],
  [/通訊協定/, '協定'],
  [/來源 ?IP/i, '來源位址'],
  [/帳戶|使用者名稱/, '帳號'],
  // One measure word for each noun.
  [/(?<![全內外])部主機/, '台主機'],
  [/這[部台]資產/, '這個資產'],
  // 建立時間 is when something was added; a connection is 建立 in the other sense of the word.
  [/(?<!連線)建立(?!時間|連線|加密連線)/, '新增'],
];

/** Words that others write and the product reads: headings of files, prompts of hosts. */
const READ_FROM_OTHERS = /^contract\/src\/words\/(asset-columns|user-import|telnet-prompts)\.ts$/;

const HAN = /\p{Script=Han}/gu;

/** A comment may quote a word of the interface. */
const COMMENT = /^\s*(\/\/|\/?\*|#|<!--).*|\s\/\/ .*/;

/** A host that serves packages: which one a machine uses is its own business. */
const PACKAGE_HOST =
  /\/\/[\w.-]*\b(registry|mirrors?|artifactory|nexus|verdaccio|deb\.debian|security\.debian)\b[\w.-]*/i;

const matches = (patterns, path) => patterns.some((pattern) => pattern.test(path));

/** Big5 is the character set of Taiwan: a Han character outside it is simplified, Japanese or a slip. */
function big5Characters() {
  const decoder = new TextDecoder('big5');
  const characters = new Set();
  for (let lead = 0xa4; lead <= 0xf9; lead++) {
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      // 0xc6a1–0xc8fe hold later additions, some of them simplified; 0xf9dc is the last character of the set
      const code = lead * 0x100 + trail;
      if (
        trail === 0x7f ||
        (trail > 0x7f && trail < 0xa1) ||
        (code > 0xc67e && code < 0xc940) ||
        code > 0xf9dc
      ) {
        continue;
      }
      characters.add(decoder.decode(new Uint8Array([lead, trail])));
    }
  }
  return characters;
}

const TRADITIONAL = big5Characters();

/** @returns the sentences that are wrong about one line of a file */
function problemsOfLine(path, text, machinePaths) {
  const problems = [];
  if (text.replace(COMMENT, '').search(HAN) >= 0 && !matches(CHINESE_ALLOWED, path)) {
    problems.push(
      'Chinese belongs into a catalogue (contract/src/words, *.words.ts, web/src/i18n, *.zh-TW.json)',
    );
  }
  if (matches(CATALOGUES, path)) {
    for (const [character] of text.matchAll(HAN)) {
      if (!TRADITIONAL.has(character)) {
        problems.push(`${character} is not a Traditional Chinese character`);
      }
    }
    for (const [pattern, instead] of READ_FROM_OTHERS.test(path) ? [] : AVOID) {
      const found = pattern.exec(text);
      if (found) {
        problems.push(`write ${instead} instead of ${found[0]}`);
      }
    }
  }
  const machinePath = machinePaths.find((part) => text.includes(part));
  if (machinePath) {
    problems.push(`${machinePath} is a path of one machine`);
  }
  const host = PACKAGE_HOST.exec(text);
  if (host) {
    problems.push(`${host[0]} names a package registry`);
  }
  return problems;
}

/** Checks one file. `machinePaths` are path prefixes that must not appear in it. */
export function checkWords(path, text, machinePaths) {
  return text
    .split('\n')
    .flatMap((line, index) =>
      problemsOfLine(path, line, machinePaths).map((message) => ({ line: index + 1, message })),
    );
}
