/** Bounds that the server checks and the console shows. Lengths count UTF-16 units, as inputs do. */
export const LIMITS = {
  name: { max: 500 },
  username: { max: 200 },
  nickname: { max: 200 },
  mail: { max: 254 },
  members: { max: 10_000 },
  ipSet: { max: 4000 },
  /** Smaller is stronger. */
  priority: { min: 1, max: 100, default: 50 },
  /** bcrypt would stop at 72; argon2id has no such limit, this one only bounds the work. */
  password: { min: 8, max: 256 },
  /** What people store for a target, not what they log in with: no minimum. */
  targetPassword: { max: 1024 },
  privateKey: { max: 65_536 },
  searchText: { max: 200 },
  idsPerCall: { max: 1000 },
  pageSize: { max: 1000, default: 10 },
  /** JSON bodies; uploads have their own limit. */
  bodyBytes: 1_048_576,
} as const;
