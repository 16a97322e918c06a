const PLATFORM = 'server/src/platform';

export const mutants = [
  {
    row: 'SEC-61',
    rule: 'events do not go to this machine or to metadata of clouds',
    file: `${PLATFORM}/event-destination/event-target.policy.ts`,
    find: 'isThisMachine(one) || has(REFUSED, one)',
    replace: "one === ''",
    by: `${PLATFORM}/event-destination/event-target.policy.test.ts › events do not go to %s`,
  },
  {
    row: 'SEC-61',
    rule: 'what can end a line or hide in it is escaped',
    file: 'server/src/kernel/spelled-text.ts',
    find: 'JSON.stringify(value).replace(UNSEEN, (sign) =>',
    replace: 'JSON.stringify(value).replace(/^$/, (sign) =>',
    by: `${PLATFORM}/event-destination/senders/forging.test.ts › is one line of JSON that says it, within what receivers take`,
  },
  {
    row: 'SEC-61',
    rule: 'redirects are not followed',
    file: `${PLATFORM}/event-destination/senders/http-sender.ts`,
    find: 'if (status >= 300 && status < 400) {',
    replace: 'if (status >= 300 && status < 400 && status !== 302 && status !== 307) {',
    by: `${PLATFORM}/event-destination/webhook.test.ts › that leads elsewhere is not followed`,
  },
];
