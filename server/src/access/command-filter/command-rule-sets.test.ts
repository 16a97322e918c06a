import { READY_RULES, RULE_SETS, type RuleSet } from '@jadegate/contract/access/command-rule-sets';
import { LIMITS } from '@jadegate/contract/limits';
import { describe, expect, it } from 'vitest';

import { compileFilter, inspectPattern, judge } from './command-filter.policy.ts';

const verdict = (set: RuleSet, line: string) =>
  judge(
    compileFilter(READY_RULES[set].map((rule, index) => ({ ...rule, id: String(index), enabled: true }))),
    line,
  ).action;

describe('rules to begin with', () => {
  it.each(RULE_SETS)('of %s can all be saved', (set) => {
    const faults = READY_RULES[set].filter((rule) => typeof inspectPattern(rule) !== 'number');
    expect(faults).toEqual([]);
    expect(READY_RULES[set].length).toBeLessThan(LIMITS.commandFilterRules.max);
    expect(new Set(READY_RULES[set].map(({ type, pattern }) => `${type} ${pattern}`)).size).toBe(
      READY_RULES[set].length,
    );
  });

  it.each([
    ['rm -rf /', 'deny'],
    ['sudo rm -rf --no-preserve-root /', 'deny'],
    ['rm -rf ~', 'deny'],
    ['mkfs.ext4 /dev/sdb1', 'deny'],
    ['dd if=/dev/zero of=/dev/sda bs=1M', 'deny'],
    ['cat x > /dev/sda', 'deny'],
    [':(){ :|:& };:', 'deny'],
    ['kill -9 -1', 'deny'],
    ['rm -rf build', 'warn'],
    ['sudo reboot', 'warn'],
    ['chmod -R 777 /srv', 'warn'],
    ['rm note.txt', 'allow'],
    ['dd if=a of=b', 'allow'],
    ['ls > /dev/null', 'allow'],
    ['ls -l /', 'allow'],
    ['systemctl status nginx', 'allow'],
  ] as const)('dangerous: %s → %s', (line, action) => expect(verdict('dangerous', line)).toBe(action));

  it.each([
    ['rm x', 'deny'],
    ['sudo systemctl restart nginx', 'deny'],
    ['systemctl --now disable nginx', 'deny'],
    ['apt-get -y install vim', 'deny'],
    ['docker rm -f web', 'deny'],
    ['kubectl -n prod delete pod x', 'deny'],
    ["sed -i 's/a/b/' file", 'deny'],
    ['echo a | tee b', 'deny'],
    ['vim /etc/hosts', 'warn'],
    ['systemctl status nginx', 'allow'],
    ['journalctl -u nginx', 'allow'],
    ['tail -f /var/log/syslog', 'allow'],
    ['docker ps', 'allow'],
    ['kubectl get pods', 'allow'],
    ["sed -n '1,5p' file", 'allow'],
    ['ls | grep rm', 'allow'],
  ] as const)('read only: %s → %s', (line, action) => expect(verdict('readOnly', line)).toBe(action));

  it.each([
    ['DROP TABLE users;', 'deny'],
    ['mysql -e "drop database shop"', 'deny'],
    ['truncate orders', 'deny'],
    ['delete from orders;', 'deny'],
    ['psql -c "DELETE FROM orders"', 'deny'],
    ['redis-cli flushall', 'deny'],
    ['dropdb shop', 'deny'],
    ['delete from orders where id = 1;', 'warn'],
    ['update users set name = 1 where id = 2;', 'warn'],
    ['alter table users add x int;', 'warn'],
    ['select * from orders;', 'allow'],
    ['show tables;', 'allow'],
    ['insert into orders values (1);', 'allow'],
  ] as const)('database: %s → %s', (line, action) => expect(verdict('database', line)).toBe(action));
});
