/** Columns of the file, each with the names its header may have. */
export const USER_IMPORT_COLUMNS = {
  username: ['username', '帳號', '使用者帳號'],
  nickname: ['nickname', '顯示名稱', '姓名', '暱稱'],
  type: ['type', '類型', '使用者類型'],
  roles: ['roles', '角色'],
  groups: ['groups', '群組', '使用者群組'],
  mail: ['mail', 'email', '電子郵件', '信箱'],
  password: ['password', '密碼'],
} as const satisfies Record<string, readonly string[]>;
export type UserImportColumn = keyof typeof USER_IMPORT_COLUMNS;

/** What the type column may say. */
export const USER_IMPORT_TYPES = {
  user: ['user', '一般使用者', '使用者', ''],
  admin: ['admin', '管理員', '系統管理員'],
} as const satisfies Record<string, readonly string[]>;
