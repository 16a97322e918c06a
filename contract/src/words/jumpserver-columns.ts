/**
 * What JumpServer calls the columns of its assets: in the language of whoever exported them, with the name of the field in
 * brackets behind it in templates. Not words of ours: a file has them as they are. Those in simplified characters
 * are written as numbers.
 */
export const JUMPSERVER_COLUMNS = {
  name: ['name', 'hostname', '\u540d\u79f0', '名稱', '\u4e3b\u673a\u540d', '主機名稱'],
  address: ['address', 'ip', '地址', '位址', 'ip/\u4e3b\u673a'],
  protocols: ['protocols', 'protocol', '\u534f\u8bae\u7ec4', '\u534f\u8bae', '協定組', '協定'],
  platform: ['platform', '\u7cfb\u7edf\u5e73\u53f0', '平台', '系統平台'],
  nodes: ['nodes', 'nodes_display', 'node', '\u8282\u70b9', '\u8282\u70b9\u8def\u5f84', '節點'],
  comment: ['comment', '\u5907\u6ce8', '備註', '描述'],
} as const;
