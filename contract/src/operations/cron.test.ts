import { describe, expect, it } from 'vitest';

import { readCron, type CronFields } from './cron.ts';

const fault = (text: string) => readCron(text).fault?.rule;
function fields(text: string): CronFields {
  const read = readCron(text);
  if (read.fault || read.cron.kind !== 'fields') {
    throw new Error(`${text} has no fields`);
  }
  return read.cron;
}

describe('a schedule', () => {
  it('has six fields, seconds first, with ranges, lists, steps and names', () => {
    const cron = fields('0 0/20 1-3,22 ? JAN,mar-May mon-FRI');
    expect(cron.seconds).toEqual([0]);
    expect(cron.minutes).toEqual([0, 20, 40]);
    expect(cron.hours).toEqual([1, 2, 3, 22]);
    expect([...cron.months]).toEqual([1, 3, 4, 5]);
    expect([...cron.weekdays]).toEqual([1, 2, 3, 4, 5]);
    expect(fields('*/25 10-30/10 * * * *')).toMatchObject({ seconds: [0, 25, 50], minutes: [10, 20, 30] });
  });

  it('takes either day when both are limited, and both when one is left open', () => {
    expect(fields('0 0 0 1 * 1').isEitherDay).toBe(true);
    expect(fields('0 0 0 */2 * 1').isEitherDay).toBe(true);
    for (const open of ['0 0 0 ? * 1', '0 0 0 1 * *', '0 0 0 */1 * 1']) {
      expect(fields(open).isEitherDay).toBe(false);
    }
  });

  it('may be a word, an interval, and have a zone of its own', () => {
    expect(fields('@daily')).toEqual(fields('0 0 0 * * *'));
    expect(fields('@Midnight')).toEqual(fields('@daily'));
    expect(fields('@weekly')).toEqual(fields('0 0 0 ? * sun'));
    expect(fields('@yearly')).toEqual(fields('@annually'));
    expect(fields('CRON_TZ=Europe/Berlin @monthly').zone).toBe('Europe/Berlin');
    expect(fields('TZ=Asia/Taipei 0 0 0 * * *').zone).toBe('Asia/Taipei');
    expect(readCron('@every 1h30m10s')).toMatchObject({ cron: { kind: 'interval', everyMs: 5_410_000 } });
    expect(readCron('@every 1.5h')).toMatchObject({ cron: { everyMs: 5_400_000 } });
  });

  it.each([
    ['', 'cron.fieldCount'],
    ['* * * * *', 'cron.secondsMissing'],
    ['0 0 0 * * * *', 'cron.fieldCount'],
    ['60 0 0 * * *', 'cron.second'],
    ['0 0-60 0 * * *', 'cron.minute'],
    ['0 */0 0 * * *', 'cron.minute'],
    ['0 5-1 0 * * *', 'cron.minute'],
    ['0 1,,2 0 * * *', 'cron.minute'],
    ['0 0 24 * * *', 'cron.hour'],
    ['0 0 0 0 * *', 'cron.day'],
    ['0 0 0 L * *', 'cron.day'],
    ['0 0 0 * 13 *', 'cron.month'],
    ['0 0 0 * mon *', 'cron.month'],
    ['0 0 0 * * 7', 'cron.weekday'],
    ['0 0 0 * * -1', 'cron.weekday'],
    ['0 0 0 31 2 *', 'cron.never'],
    ['0 0 0 31 feb,apr ?', 'cron.never'],
    ['@reboot', 'cron.descriptor'],
    ['@constructor', 'cron.descriptor'],
    ['@every', 'cron.descriptor'],
    ['@every soon', 'cron.interval'],
    ['@every 500ms', 'cron.interval'],
    ['@every 9999h', 'cron.interval'],
    ['TZ=Mars/Olympus @daily', 'cron.zone'],
    ['TZ=+08:00 @daily', 'cron.zone'],
  ])('%j is refused: %s', (text, rule) => {
    expect(fault(text)).toBe(rule);
  });

  it('says what is missing when the seconds are', () => {
    expect(readCron('*/5 * * * *')).toEqual({
      fault: { rule: 'cron.secondsMissing', params: { example: '0 */5 * * * *' } },
    });
  });

  it('may name 29 February', () => {
    expect(fault('0 0 0 29 2 *')).toBeUndefined();
    expect(fault('0 0 0 31 2 1')).toBeUndefined();
  });
});
