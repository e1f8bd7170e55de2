import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { LINKS } from '../../../src/domains/mail/index.ts'
import { sealContext } from '../../../src/kernel/secrets/seal.ts'
import { refusal } from '../../refusal.ts'
import { callerOf, type World, world } from '../../world.ts'

let w: World
beforeEach(() => {
  w = world()
})
afterEach(() => w.close())

type Row = { id: string; to: string; subject: string }
type Letter = Row & { text: string }

const ask = (input: Record<string, unknown> = {}, who: Parameters<World['call']>[0] = 'ada') =>
  w.call<{ id: string }>(who, 'create_credit_request', { pack: 'try', ...input })
const log = async (who: 'pat' | 'ada' = 'pat') =>
  (await w.call<{ items: Row[] }>(who, 'list_emails', { template: 'credit_request', dir: 'asc' })).items
const readers = async () => (await log()).map(({ to }) => to)
const lastText = async () => (await w.call<Letter>('pat', 'get_email', { id: (await log()).at(-1)!.id })).text
const sql = (text: string, ...params: string[]) => w.db.write((tx) => tx.run(text, ...params))
const person = (id: string, more: { platform_admin?: 1; status?: string } = {}) =>
  sql(
    `insert into users (id, email, name, status, platform_admin, created_at, updated_at)
     values (?1, ?1 || '@platform.example', ?1, ?2, ?3, 'now', 'now')`,
    id,
    more.status ?? 'active',
    `${more.platform_admin ?? 0}`,
  )

describe('a requested pack', () => {
  test('is told to every active platform admin once, with who, what, where and a link', async () => {
    person('deputy', { platform_admin: 1 })
    person('gone', { platform_admin: 1, status: 'suspended' })
    await ask({ tenant_id: 'ten_bakery', note: 'For spring' })
    expect((await readers()).sort()).toEqual(['deputy@platform.example', 'pat@platform.example'])
    const text = await lastText()
    for (const word of ['ada@northwind.example', 'try', 'Bakery', 'For spring']) expect(text).toContain(word)
    const [mail] = w.db.read((tx) => tx.rows<{ id: string; link_sealed: string }>('select * from mails'))
    expect(w.app.sealer.open(mail!.link_sealed, sealContext(LINKS, mail!.id))).toMatch(
      /\/app\/platform\/revenue\/packs\/[\w-]+$/,
    )
  })

  test('stands in the log of the platform alone, whose admins nobody else needs to know', async () => {
    await ask()
    expect(await log('ada')).toEqual([])
  })

  test('is told once however often the same request is repeated, and not at all when it is refused', async () => {
    const given = { idempotency_key: 'once' }
    for (let times = 0; times < 2; times++) await w.call('ada', 'create_credit_request', { pack: 'try' }, given)
    await refusal(ask({ tenant_id: 'ten_rival' }))
    expect(await readers()).toEqual(['pat@platform.example'])
  })
})

test('twenty requests of one agency in a day are told by letter; the list has them all', async () => {
  for (let i = 0; i < 22; i++) await ask({ tenant_id: i % 2 ? 'ten_bakery' : 'ten_northwind' })
  await ask({}, 'rita')
  expect(await readers()).toHaveLength(21)
  expect(await w.call('pat', 'list_credit_requests', { page_size: 1 })).toMatchObject({ total: 23 })
})

describe('what becomes of it', () => {
  test('is told to the person who asked, with the note, under the name of their workspace', async () => {
    for (const verb of ['approve', 'decline'] as const) {
      const { id } = await ask()
      await w.call('pat', `${verb}_credit_request`, { id, ...(verb === 'decline' && { note: 'The invoice is open' }) })
    }
    expect(await log('ada')).toMatchObject([
      { to: 'ada@northwind.example', subject: expect.stringContaining('approved') },
      { to: 'ada@northwind.example', subject: expect.stringContaining('declined') },
    ])
    expect(await lastText()).toContain('The invoice is open')
  })

  test('is told once, though two people decide at once', async () => {
    const { id } = await ask()
    await w.call('pat', 'approve_credit_request', { id })
    await refusal(w.call('pat', 'decline_credit_request', { id }))
    await w.call('pat', 'refund_credit_request', { id })
    expect((await log('ada')).map(({ subject }) => subject.split(': ')[1])).toEqual(['approved', 'refunded'])
  })

  test('is told to owners and admins of the nearest workspace that has them, where a key asked', async () => {
    const key = { ...callerOf('ada', 'key'), label: 'Nightly script' }
    sql("update members set role = 'admin' where user_id = 'usr_ben'")
    const { id } = await ask({ tenant_id: 'ten_bakery' }, key)
    await w.call('pat', 'approve_credit_request', { id })
    expect((await readers()).slice(1).sort()).toEqual(['ada@northwind.example', 'ben@northwind.example'])
  })

  test('is told neither to a suspended person nor to one who has left: whoever is in charge hears it', async () => {
    sql("update members set role = 'owner' where user_id = 'usr_ben'")
    for (const change of ["update users set status = 'suspended'", 'delete from members']) {
      const { id } = await ask()
      sql(`${change} where ${change.startsWith('update') ? 'id' : 'user_id'} = 'usr_ada'`)
      await w.call('pat', 'approve_credit_request', { id })
    }
    expect((await readers()).filter((to) => !to.startsWith('pat'))).toEqual(Array(2).fill('ben@northwind.example'))
  })

  test('is not told to somebody who decided their own request', async () => {
    const { id } = await ask({}, 'pat')
    await w.call('pat', 'approve_credit_request', { id })
    expect(await readers()).toEqual([])
  })
})
