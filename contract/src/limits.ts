/** Bounds that the server checks and the console shows. Lengths count UTF-16 units, as inputs do. */
export const LIMITS = {
  name: { max: 500 },
  username: { max: 200 },
  nickname: { max: 200 },
  mail: { max: 254 },
  /** The list of addresses that alerts go to. */
  alertRecipients: { max: 2000 },
  members: { max: 10_000 },
  ipSet: { max: 4000 },
  /** Smaller is stronger. */
  priority: { min: 1, max: 100, default: 50 },
  /** bcrypt would stop at 72; argon2id has no such limit, this one only bounds the work. */
  password: { min: 8, max: 256 },
  /** A recovery code with whatever people type between its groups. */
  factorCode: { max: 64 },
  accessTokenName: { max: 100 },
  accessTokenDays: { min: 1, max: 365, default: 90 },
  hostKeyOverlapDays: { min: 0, max: 365, default: 30 },
  accessTokensPerPerson: { max: 20 },
  passkeyName: { max: 100 },
  passkeysPerPerson: { max: 20 },
  /** Characters of one part of what an authenticator answers. */
  passkeyAnswer: { max: 16_384 },
  sshKeyName: { max: 100 },
  /** 0: it has no end. */
  sshKeyDays: { min: 0, max: 3650 },
  sshKeysPerPerson: { max: 20 },
  /** A public key with its comment; one of RSA with 8192 bits takes 1.4 kB. */
  publicKey: { max: 8192 },
  sshTicketName: { max: 100 },
  sshTicketHours: { min: 1, max: 8760, default: 24 },
  /** 0: as often as one likes. */
  sshTicketUses: { min: 0, max: 10_000 },
  sshTicketsPerPerson: { max: 50 },
  /** What one person may hold open at once on one server: calls in all, files on their way, sessions they look at. */
  openPerPerson: { calls: 200, transfers: 50, watches: 50, sshConnections: 250, sshChannels: 400 },
  /** Gateways one behind the other, to reach one machine. */
  gatewayChain: { max: 5 },
  /** What people store for a target, not what they log in with: no minimum. */
  targetPassword: { max: 1024 },
  privateKey: { max: 65_536 },
  /** Days that an entry of the audit log stays in the database at least. */
  auditLogDays: { min: 30 },
  reason: { max: 500 },
  /** What an administrator says to somebody in a live session. */
  sessionMessage: { max: 500 },
  /** What is kept of a line that was typed. */
  sessionCommand: { max: 4096 },
  shareMinutes: { min: 5, max: 1440, default: 60 },
  /** People named in one share, shares of one session, and people in it at a time. */
  shareUsers: { max: 20 },
  sharesPerSession: { max: 20 },
  participants: { max: 20 },
  /** What a strategy may say instead of the settings; 0 follows them. */
  idleMinutes: { max: 1440 },
  maxMinutes: { max: 10_080 },
  /** Labels of a physical host, how often it is asked, and a file of them. */
  nodeLabels: { max: 32 },
  nodeInterval: { min: 15, max: 3600, default: 60 },
  nodeImport: { max: 500_000 },
  /** What people note of a GPU, why they end a process on one, and how many they remind of at once. */
  gpuNote: { max: 2000 },
  gpuSignalReason: { min: 5 },
  gpuReminded: { max: 100 },
  /** Virtual machines that one call has do something: each is asked first how it is. */
  vmsPerCall: { max: 50 },
  /** Seconds that a guest has to answer when it is asked to shut down. */
  gpuIdleMinutes: { min: 1, max: 1440, default: 30 },
  vmShutdownSeconds: { min: 5, max: 3600, default: 180 },
  commandContent: { max: 65_536 },
  /** Saved commands of one person, and the characters of all of them together. */
  commandsPerPerson: { max: 500, characters: 1_000_000 },
  /** Characters of commands that a list carries; and what it has of each where they would be more. */
  commandList: { characters: 262_144, each: 200 },
  /** Commands that one strategy allows, and the length of each: they come with every strategy of a list. */
  allowedCommands: { max: 50 },
  allowedCommand: { max: 2000 },
  /** Places to which a strategy lets people forward, and the length of each. */
  forwardTargets: { max: 50 },
  forwardTarget: { max: 280 },
  parameters: { max: 100 },
  parameterName: { max: 64 },
  parameterValue: { max: 500 },
  /** Hosts of one run, and what is kept of the output of each; all of it is in the recording. */
  runHosts: { max: 500 },
  runOutput: { max: 65_536 },
  runSeconds: { min: 1, max: 86_400, default: 300 },
  runParallel: { max: 100 },
  /** A file that is sent to many hosts: its sum is reckoned before the first of them. */
  sentFileBytes: 4 * 1024 ** 3,
  commandPattern: { max: 1000 },
  /** Compiled size of one pattern, and of all patterns of a filter: together they bound the work for one line. */
  commandPatternSize: { max: 1000, maxTotal: 5000 },
  commandFilterRules: { max: 200 },
  /** Longer lines are not read: the strictest action of the filter applies. */
  judgedLine: { max: 16_384 },
  /** Of a host name, as DNS has it. */
  host: { max: 253 },
  tag: { max: 64 },
  tagsPerAsset: { max: 50 },
  description: { max: 4000 },
  /** So many servers have their place in it: about 80. */
  searchCursor: { max: 6000 },
  searchText: { max: 200 },
  /** Of what is read from outside: the document, its entries, and the texts of one. */
  advisory: { bytes: 262_144, entries: 100, title: 120, summary: 600, link: 300, range: 200, address: 500 },
  idsPerCall: { max: 1000 },
  /** Pictures of terminals in one answer: their names and versions stand in the address. */
  screensPerCall: { max: 25 },
  pageSize: { max: 1000, default: 10 },
  logoBytes: 262_144,
  /** JSON bodies; uploads have their own limit. */
  bodyBytes: 1_048_576,
  /** Bodies of those who are not signed in: far more than a login has. */
  publicBodyBytes: 16_384,
  /** A text that is edited in the console, as UTF-8 in a JSON body with room for escapes. */
  editBytes: 512 * 1024,
  filePath: { max: 4096 },
  /** Names in one path of a storage space, and what each folder counts of its room. */
  treeDepth: { max: 64 },
  folderBytes: 4096,
  /**
   * Of one folder: how many entries are read at all, and how many an answer holds that is one list. What is validated and
   * written in one go is felt by others.
   */
  folder: { entries: 200_000, listed: 5000 },
  /** Of one archive: its list of contents is written in one go, which more entries would make felt by others. */
  archive: { entries: 20_000, bytes: 1024 ** 4 },
  backupPassphrase: { min: 12, max: 256 },
  backupBytes: 64 * 1_048_576,
  /** The database of an old installation that is brought here, and a backup of one, which is read as a whole. */
  oldDatabaseBytes: 8 * 1024 ** 3,
  oldBackupBytes: 64 * 1_048_576,
  /** Destinations of events, what a filter of one names, and how long new sessions may go on without one. */
  eventDestinations: { max: 50 },
  eventFilterIds: { max: 500 },
  eventFailClosedHours: { max: 720 },
  /** Events of one answer, and how long it waits for the first. */
  eventsPerPull: { max: 1000, default: 100 },
  eventPullSeconds: { max: 55 },
  /** Of one job: files it leaves. */
  backupsKept: { min: 1, max: 365 },
  /** How long a run may take, and how often it is tried again. */
  jobSeconds: { max: 86_400, default: 3600 },
  jobRetries: { max: 10 },
  /** Characters that are kept of what one asset printed in a run, and of all of them together. */
  jobOutput: { each: 65_536, all: 4 * 1_048_576 },
  importBytes: 5 * 1_048_576,
  /** Each person of an import needs a slow hash: this many take about half a minute on two cores. */
  importUsers: { max: 2000 },
  assetImportBytes: 10 * 1_048_576,
  importAssets: { max: 20_000 },
  /** A YAML inventory takes far more work per byte than the other forms. */
  yamlImportBytes: 2 * 1_048_576,
  /** Rows a preview shows; those that will not be imported come first. */
  previewRows: { max: 5000 },
  previewCell: { max: 200 },
} as const;
