export const ACCESS_RULES = ['allow', 'reject'] as const;
export type AccessRule = (typeof ACCESS_RULES)[number];
