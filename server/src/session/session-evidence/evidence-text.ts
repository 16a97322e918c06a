import { BUNDLE, fingerprintText } from '@jadegate/contract/session/evidence/bundle';

/** One JSON object a line, as any program reads it. */
export function jsonLines(rows: readonly object[]): Buffer {
  return Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
}

interface ReadmeFacts {
  installation: string;
  key: string;
  exportedAt: string;
}

/** For people who have never heard of the product. */
export function readmeText({ installation, key, exportedAt }: ReadmeFacts): Buffer {
  const fingerprint = fingerprintText(key);
  return Buffer.from(
    [
      '這是從堡壘機匯出的工作階段證據，一般的 ZIP 工具即可開啟。',
      `匯出單位：${installation}；匯出時間：${exportedAt}`,
      `簽章金鑰指紋（SHA-256）：${fingerprint}`,
      '檔案內的指紋不能證明自己：請以電話、公文等其他方式，向匯出單位取得指紋後比對。',
      '',
      '驗證並播放（不需要網路）：',
      `  1. 把 ${BUNDLE.player} 解壓縮到電腦上，以瀏覽器開啟（Chrome 或 Edge 137 以上、Firefox 129 以上、Safari 17 以上）。`,
      '  2. 把這個 .jgz 檔案拖曳到網頁上。',
      '  3. 輸入另外取得的金鑰指紋後按「比對」。',
      '或以 Node.js 20 以上驗證：',
      `  node ${BUNDLE.verifier} 檔案.jgz --key-fingerprint 指紋`,
      '',
      'This is the evidence of a session, exported by a bastion host. Any ZIP program opens it.',
      `Exported by: ${installation}, ${exportedAt}`,
      `Fingerprint of the signing key (SHA-256): ${fingerprint}`,
      'A fingerprint inside the file proves nothing by itself: get it from the exporting organisation in another way, and compare.',
      '',
      `To verify and play it without a network, unpack ${BUNDLE.player}, open it in a browser and drop the .jgz file onto it.`,
      `Or: node ${BUNDLE.verifier} file.jgz --key-fingerprint <fingerprint>   (Node.js 20 or later)`,
      'Exit codes: 0 whole, signer known; 1 altered; 2 incomplete; 3 whole, signer unknown; 4 not signed; 5 signed by somebody else; 6 no evidence file.',
      '',
    ].join('\r\n'),
  );
}
