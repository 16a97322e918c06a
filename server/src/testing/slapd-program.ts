// OpenLDAP for tests that are no part of the server: what it is told comes by standard input, a line of JSON each.
import { createInterface } from 'node:readline';

import { OwnSlapd, SLAPD } from './own-slapd.ts';

const slapd = await OwnSlapd.start();
const say = (what: object) => process.stdout.write(`${JSON.stringify(what)}\n`);
say({ ports: slapd.ports, ca: slapd.ca, ...SLAPD });
for await (const line of createInterface({ input: process.stdin })) {
  const { add, change, isHanging } = JSON.parse(line) as {
    add?: string;
    change?: string;
    isHanging?: boolean;
  };
  if (add !== undefined) {
    await slapd.add(add);
  }
  if (change !== undefined) {
    await slapd.change(change);
  }
  if (isHanging !== undefined) {
    await slapd.hang(isHanging);
  }
  say({});
}
await slapd.dispose();
