/** How hosts ask for a user name and a password when an asset names no expression of its own. RE2 syntax, any case. */
export const TELNET_PROMPTS = {
  username: '(login|username|user name|帳號|使用者名稱)\\s*[:：]\\s*$',
  password: '(password|密碼)\\s*[:：]\\s*$',
} as const;
