/** Lines are told apart by their dashes as well as by their colour. */
export const DASHES = ['solid', 'dashed', 'dotted'] as const;
