import { describe, expect, test } from 'bun:test'
import { dayInWords, inWords, localDay, momentAt, nextMomentAt } from '../../../src/kernel/time/zones.ts'

describe('the hour on the wall', () => {
  test('is found before, on and after the change of the clocks, in both directions', () => {
    const at7 = (day: string) => momentAt('Europe/Vienna', day, 7)
    expect(['2026-03-28', '2026-03-29', '2026-03-30'].map(at7)).toEqual([
      '2026-03-28T06:00:00.000Z',
      '2026-03-29T05:00:00.000Z',
      '2026-03-30T05:00:00.000Z',
    ])
    expect(['2026-10-24', '2026-10-25', '2026-10-26'].map(at7)).toEqual([
      '2026-10-24T05:00:00.000Z',
      '2026-10-25T06:00:00.000Z',
      '2026-10-26T06:00:00.000Z',
    ])
  })

  test('is the moment of the change where it is skipped, and the first of the two where it comes twice', () => {
    expect(momentAt('Europe/Vienna', '2026-03-29', 2)).toBe('2026-03-29T01:00:00.000Z')
    expect(momentAt('Europe/Vienna', '2026-10-25', 2)).toBe('2026-10-25T00:00:00.000Z')
    expect(momentAt('America/New_York', '2026-03-08', 2)).toBe('2026-03-08T07:00:00.000Z')
    expect(momentAt('America/New_York', '2026-11-01', 1)).toBe('2026-11-01T05:00:00.000Z')
    // Half an hour is skipped, from 2:00 to 2:30.
    expect(momentAt('Australia/Lord_Howe', '2026-10-04', 2)).toBe('2026-10-03T15:30:00.000Z')
  })

  test('comes once a local day all year, everywhere', () => {
    for (const zone of [
      'UTC',
      'Europe/Vienna',
      'America/Sao_Paulo',
      'Pacific/Auckland',
      'Asia/Kathmandu',
      'Pacific/Kiritimati',
    ])
      for (const hour of [0, 2, 23]) {
        const days: string[] = []
        for (let now = '2026-01-01T12:00:00.000Z'; days.length < 366; ) {
          now = nextMomentAt(zone, hour, now, days.at(-1) ?? null)
          days.push(localDay(zone, now))
        }
        expect(new Set(days).size).toBe(366)
        expect((Date.parse(days.at(-1)!) - Date.parse(days[0]!)) / 86_400_000).toBe(365)
      }
  })

  test('is said in words', () => {
    expect(dayInWords('2026-11-02')).toBe('Monday, 2 November 2026')
    expect(inWords('Europe/Vienna', '2026-11-02T06:00:00.000Z')).toBe('Monday, 2 November 2026, 07:00')
  })
})
