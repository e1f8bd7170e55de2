/** Results on one page: ranges and the period before, cards of cells, notes on the axis, and the file of what is shown. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { periodsOf } from '../../../src/domains/jobs/index.ts'
import { LAST_LOOK_DAY } from '../../../src/domains/plans/index.ts'
import type { getResultCell, getResultNotes, getResultsByWeek } from '../../../src/features/results/operations.ts'
import type { AnswerOf } from '../../../src/kernel/operation/operation.ts'
import { DAY, dayOf, plus } from '../../../src/kernel/time/clock.ts'
import { daysLater, UTC_DAYS } from '../../../src/kernel/time/zone-days.ts'
import type { getResults } from '../../../src/operations/results.ts'
import { pushing, urls } from '../../pushing.ts'
import { refusal } from '../../refusal.ts'
import { browserOf } from '../../views/browser.ts'
import { CAST, type Person } from '../../world.ts'

type Results = AnswerOf<typeof getResults>

let office: Awaited<ReturnType<typeof pushing>>
const BASE = `/app/w/${CAST.ada.tenant_id}`
const CLIENT = CAST.vera.tenant_id
const monday = (n: number) => dayOf(plus('2026-11-02T00:00:00.000Z', n * 7 * DAY))

beforeAll(async () => {
  office = await pushing(500)
  await office.call('ada', 'allocate_credits', { tenant_id: CLIENT, amount: 200 })
  for (let week = 0; week < 6; week++) {
    if (week !== 4) {
      const few = week === 1 ? 12 : 30
      const order = { urls: urls(few, `week-${week}`), preflight: false, tenant_id: CLIENT }
      await office.call('ada', 'submit_index_job', order)
    }
    for (const day of [0, 1, 3]) await office.day(week * 7 + day)
  }
  for (const day of [42, 43]) await office.day(day)
})
afterAll(() => office.close())

const results = (input: object = {}) => office.call<Results>('ada', 'get_results', { by: 'week', ...input })
const visit = (path: string, who: Person = 'ada') => browserOf(office).visit(who, `${BASE}${path}`)

test('a range has its number of weeks, and the period before as many; the usual is of twelve in each', async () => {
  const [four, twelve, year] = await Promise.all(
    [4, 12, 52].map((last_weeks) => results({ last_weeks, compare: true })),
  )
  expect([four, twelve, year].map((one) => [one!.weeks.length, one!.before!.weeks.length])).toEqual([
    [4, 4],
    [12, 12],
    [52, 52],
  ])
  expect(plus(`${four!.before!.weeks.at(-1)}T00:00:00.000Z`, 7 * DAY)).toStartWith(four!.weeks[0]!)
  expect(new Set([four!.usual, twelve!.usual, year!.usual]).size).toBe(1)
  expect(four!.rows.map(({ key }) => key)).toEqual(
    twelve!.rows.map(({ key }) => key).filter((key) => key >= four!.weeks[0]!),
  )
  expect(four!.before!.rows.map(({ key }) => key).every((key) => four!.before!.weeks.includes(key))).toBe(true)
  expect((await results()).before).toBeNull()
})

test('only complete weeks are compared, each with its counterpart', () => {
  const week = (n: number, seen: number, settled = true) => ({
    key: monday(n),
    label: '',
    sent: 40,
    cells: ([1, 3, 7] as const).map((day) => ({ day, seen, due: settled ? 0 : 9, sent: 40, weeks: [], settled })),
  })
  // Four weeks and the four before: the last is not complete, and the second had no link a period ago.
  const rows = [week(7, 9, false), week(6, 20), week(5, 24), week(4, 28), week(3, 40), week(2, 10), week(0, 8)]
  const { own, before } = periodsOf(rows, [4, 5, 6, 7].map(monday))
  expect(own.total.at(-1)).toMatchObject({ seen: 72, sent: 120, weeks: [4, 5, 6].map(monday) })
  expect(before.total.at(-1)).toMatchObject({ seen: 18, sent: 80, weeks: [0, 2].map(monday) })
})

test('rows by supplier come from the batches, for platform admins alone', async () => {
  type Weekly = AnswerOf<typeof getResultsByWeek>
  expect(await refusal(office.call('ada', 'get_results_by_week', { by: 'supplier' }))).toMatchObject({
    code: 'forbidden',
  })
  const given = { by: 'supplier', tenant_id: CLIENT }
  const { rows } = await office.call<Weekly>('pat', 'get_results_by_week', given)
  const clients = await office.call<Weekly>('ada', 'get_results_by_week', { by: 'client', tenant_id: CLIENT })
  expect(rows.map(({ weeks }) => weeks)).toEqual(clients.rows.map(({ weeks }) => weeks))
  expect(rows[0]!.sent).toBe(132)
  expect(await refusal(office.call('pat', 'get_results_by_week', { ...given, host: 'bakery.example' }))).toMatchObject({
    code: 'validation_failed',
  })
})

test('one supplier alone: its weeks, clients and file are counted from its batches', async () => {
  type Weekly = AnswerOf<typeof getResultsByWeek>
  const [supplier] = (await office.call<Weekly>('pat', 'get_results_by_week', { by: 'supplier', tenant_id: CLIENT }))
    .rows
  const asked = { tenant_id: CLIENT, supplier: supplier!.key }
  const alone = await office.call<Results>('pat', 'get_results', { by: 'week', compare: true, ...asked })
  const all = await results({ tenant_id: CLIENT, compare: true })
  expect([alone.rows, alone.total, alone.usual]).toEqual([all.rows, all.total, all.usual])
  const { rows } = await office.call<Weekly>('pat', 'get_results_by_week', { by: 'client', ...asked })
  expect(rows).toEqual(
    (await office.call<Weekly>('ada', 'get_results_by_week', { by: 'client', ...asked, supplier: undefined })).rows,
  )
  const none = await office.call<Results>('pat', 'get_results', { by: 'week', ...asked, supplier: 'speedyindex' })
  expect(none.rows).toEqual([])
  for (const [who, input, code] of [
    ['ada', asked, 'forbidden'],
    ['pat', { ...asked, by: 'host' }, 'validation_failed'],
  ] as const)
    expect(await refusal(office.call(who, 'get_results', input))).toMatchObject({ code })

  const path = `/cohorts?tenant_id=${CLIENT}&supplier=${supplier!.key}`
  const { main } = await visit(path, 'pat')
  expect(main).toContain(`<option value="${supplier!.key}" selected`)
  expect(main).not.toContain('By host')
  expect(main).not.toContain('/cohorts/links')
  const file = /href="([^"]*\/cohorts\/csv[^"]*)"/.exec(main)![1]!.replaceAll('&amp;', '&')
  expect(file).toContain(`supplier=${supplier!.key}`)
  const { html } = await browserOf(office).visit('pat', file)
  expect(html).toContain('Simulated,2026-11-02,30,21,')
  expect((await visit(path)).main).not.toContain('All suppliers')
})

describe('a card', () => {
  const at = (week: number, tenant_id: string | null = CLIENT) =>
    `by=week&key=${monday(week)}&day=${LAST_LOOK_DAY}${tenant_id ? `&tenant_id=${tenant_id}` : ''}`

  test('has the counts of its cell, the usual share of its row, and opens its links', async () => {
    const { cell, usual } = await office.call<AnswerOf<typeof getResultCell>>('ada', 'get_result_cell', {
      ...{ by: 'week', key: monday(2), day: LAST_LOOK_DAY, tenant_id: CLIENT },
    })
    const { text, main, html } = await visit(`/cohorts/card?${at(2)}`)
    expect(html + text).toContain(`${cell.seen} of ${cell.sent}`)
    expect(usual).not.toBeNull()
    expect(html + text).toContain(`usually ${Math.round(usual! * 100)}%`)
    const href = /href="([^"]*\/cohorts\/links\?[^"]*)"/.exec(main || html)![1]!.replaceAll('&amp;', '&')
    expect((await browserOf(office).visit('ada', href)).text).toMatch(new RegExp(`–\\d+ of ${cell.sent}\\b`))
  })

  test('of few links has no share', async () => {
    const { html } = await visit(`/cohorts/card?${at(1)}`)
    expect(html).toContain('of 12')
    expect(html).not.toContain('%)')
    expect((await visit('/cohorts')).main).toMatch(/<td class="h few"><a [^>]*>\d+\/12</)
  })

  test('of a client below its usual names one cause and leads to all of them', async () => {
    office.db.write((tx) => {
      const { from, to } = UTC_DAYS.moments(monday(3), daysLater(monday(3), 6))
      tx.run('update cohorts set day1 = 0, day3 = 0, day7 = 2, never = 28 where quarter >= ? and quarter < ?', from, to)
      return null
    })
    const { html } = await visit(`/cohorts/card?${at(3)}`)
    const why = /href="([^"]*\/clients\/[^"]*week=[^"]*)"/.exec(html)![1]!.replaceAll('&amp;', '&')
    expect(html).toContain('class="fact"')
    const page = await browserOf(office).visit('ada', why.replace('#why', ''))
    expect(page.main).toContain('id="why"')
    const { of, facts } = await office.call<{ of: object; facts: { text: string }[] }>('ada', 'get_tenant_why', {
      ...{ id: CLIENT, week: monday(3) },
    })
    expect(of).toMatchObject({ from: monday(3), to: monday(4), links: 30 })
    expect(page.text).toContain(facts[0]!.text)
    expect(html).toContain(facts[0]!.text.slice(0, 20))
  })

  test('is not found where nobody sent, nor by others', async () => {
    expect((await visit(`/cohorts/card?${at(4)}`)).status).toBe(404)
    expect((await browserOf(office).visit('rita', `/app/w/${CAST.rita.tenant_id}/cohorts/card?${at(2)}`)).status).toBe(
      404,
    )
  })
})

describe('notes', () => {
  const notes = async (who: Person, input: Record<string, unknown> = {}) =>
    (await office.call<AnswerOf<typeof getResultNotes>>(who, 'get_result_notes', input)).notes

  test('are about one client or all, and stay within the tree', async () => {
    const add = (note: object) => office.call<{ id: string }>('ada', 'add_result_note', { day: monday(2), ...note })
    const of_all = await add({ text: ' New guidelines ' })
    const of_client = await add({ text: 'Site relaunch', tenant_id: CLIENT })
    expect((await notes('ada')).map(({ text, tenant_id }) => [text, tenant_id])).toEqual([
      ['New guidelines', CAST.ada.tenant_id],
      ['Site relaunch', CLIENT],
    ])
    expect(await notes('ada', { tenant_id: CLIENT })).toHaveLength(2)
    expect(await notes('ada', { last_weeks: 1 })).toEqual([])
    expect(await notes('rita')).toEqual([])
    for (const [who, id] of [
      ['rita', of_client.id],
      ['vera', of_client.id],
    ] as const)
      expect(await refusal(office.call(who, 'delete_result_note', { id }))).toMatchObject({
        code: who === 'rita' ? 'not_found' : 'forbidden',
      })
    expect(await refusal(notes('vera'))).toMatchObject({ code: 'forbidden' })
    expect(
      await refusal(office.call('rita', 'add_result_note', { day: monday(2), text: 'x', tenant_id: CLIENT })),
    ).toMatchObject({ code: 'not_found' })
    expect((await visit('/cohorts')).main.match(/class="flag-n"/g)).toHaveLength(1)
    await office.call('ada', 'delete_result_note', { id: of_all.id })
    expect((await notes('ada')).map(({ text }) => text)).toEqual(['Site relaunch'])
  })

  test('are written and deleted on the page, which comes back as it was', async () => {
    const { send } = browserOf(office)
    expect((await visit('/cohorts?open=note')).main).toContain(`action="${BASE}/cohorts/notes"`)
    const added = await send('ada', `${BASE}/cohorts/notes`, { day: monday(5), text: 'Menu moved', tenant_id: CLIENT })
    expect([added.status, added.location]).toEqual([303, `${BASE}/cohorts`])
    const { main } = await visit('/cohorts?last_weeks=4')
    const action = [...main.matchAll(/action="([^"]*\/notes\/[^"]*\/delete)"/g)].at(-1)![1]!
    const back = `${BASE}/cohorts?last_weeks=4`
    expect((await send('ada', action, { back })).location).toBe(back)
    expect((await send('ada', `${BASE}/cohorts/notes`, { day: 'soon', text: '' })).status).toBe(422)
    expect((await notes('ada')).map(({ text }) => text)).not.toContain('Menu moved')
  })

  test('of the product say to platform admins when a second supplier sent first', async () => {
    office.db.write((tx) => {
      tx.run(
        `insert into crawl_days select ?, tenant_id, route, 'another', simulated, batches, links, indexed_day1, indexed_day3,
           indexed_day7, indexed_later, billed, priced, cost_micro, answered_day1, answered_day3, answered_day7 from crawl_days limit 1`,
        monday(5),
      )
      return null
    })
    expect(await notes('pat')).toMatchObject([{ id: null, day: monday(5), text: 'another' }])
    expect((await notes('ada')).map(({ id }) => id)).not.toContain(null)
  })
})

test('the file has the weeks and rows of the page, with a share only of complete weeks of enough links', async () => {
  const { html } = await visit('/cohorts/csv?compare=false&separator=comma')
  const [head, ...lines] = html.replace('\uFEFF', '').trim().split('\r\n')
  expect(head).toBe(`client,week,links,indexed_by_day_${LAST_LOOK_DAY},still_to_check,share_percent,complete`)
  const { rows } = await results()
  const all = lines.filter((line) => line.startsWith('All,'))
  expect(all).toHaveLength(rows.length)
  const [, complete] = rows.toReversed()
  expect(all[1]).toBe(`All,${complete!.key},12,${complete!.cells.at(-1)!.seen},0,,yes`)
  expect(all[0]).toMatch(/,30,\d+,0,\d+,yes$/)
  expect(lines.filter((line) => line.startsWith('Bakery,'))).toHaveLength(rows.length)
})
