import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { DAY, plus } from '../../../../src/kernel/time/clock.ts'
import { refusal } from '../../../refusal.ts'
import { START, type World, world } from '../../../world.ts'

let w: World
beforeEach(() => {
  w = world()
})
afterEach(() => w.close())

type Recipient = { id: string; email: string; status: string; consent: string | null }
const add = (email: string, more: Record<string, unknown> = {}) =>
  w.call<Recipient>('ada', 'add_report_recipient', { id: 'ten_bakery', email, ...more })
const update = (recipient_id: string, more: Record<string, unknown>) =>
  w.call<Recipient>('ada', 'update_report_recipient', { id: 'ten_bakery', recipient_id, ...more })
const remove = (recipient_id: string) => w.call('ada', 'remove_report_recipient', { id: 'ten_bakery', recipient_id })
const list = async () =>
  (await w.call<{ items: Recipient[] }>('ada', 'list_report_recipients', { id: 'ten_bakery' })).items
const letters = () =>
  w.db.read((tx) =>
    tx.rows<{ to_address: string }>("select to_address from mails where template = 'confirm_recipient'"),
  )
const setStatus = (id: string, status: string) =>
  w.db.write((tx) => tx.run('update report_recipients set status = ? where id = ?', status, id))

describe('a new recipient', () => {
  test('who is a member gets reports at once', async () => {
    expect(await add('vera@bakery.example')).toMatchObject({ status: 'active', consent: 'member' })
    expect(letters()).toEqual([])
  })

  test('who is none confirms by a letter first', async () => {
    expect(await add('anna@bakery.example')).toMatchObject({ status: 'waiting', consent: null })
    expect(letters()).toEqual([{ to_address: 'anna@bakery.example' }])
  })

  test('gets reports at once where the agency states the consent, which the audit trail keeps', async () => {
    const { id } = await add('anna@bakery.example', { has_consent: true })
    expect(await list()).toMatchObject([{ status: 'active', consent: 'stated' }])
    const line = w.db.read((tx) =>
      tx.row<{ after: string }>("select after from audit where action = 'add_report_recipient' and target = ?", id),
    )
    expect(JSON.parse(line!.after)).toMatchObject({ consent: 'stated' })
  })

  test('is refused when the address is there already, in any case', async () => {
    await add('anna@bakery.example')
    expect(await refusal(add('Anna@Bakery.example'))).toMatchObject({ code: 'validation_failed' })
  })

  test('is refused above 20, and when it is an address of this service', async () => {
    await w.call('pat', 'update_email_settings', { from_address: 'post@platform.example', host: '127.0.0.1' })
    expect(await refusal(add('post@platform.example'))).toMatchObject({ code: 'validation_failed' })
    for (let i = 0; i < 20; i++) await add(`r${i}@bakery.example`, { has_consent: true })
    expect(await refusal(add('one-more@bakery.example'))).toMatchObject({ code: 'validation_failed' })
  })
})

test('a person who unsubscribed cannot be added again, even after a removal; only they can', async () => {
  const { id } = await add('vera@bakery.example')
  setStatus(id, 'unsubscribed')
  expect(await refusal(add('vera@bakery.example'))).toMatchObject({ code: 'conflict' })
  await remove(id)
  expect(await refusal(add('vera@bakery.example'))).toMatchObject({ code: 'conflict' })
  expect(await refusal(update(id, { name: 'V' }))).toMatchObject({ code: 'not_found' })
})

test('a removed recipient can be added again', async () => {
  const { id } = await add('vera@bakery.example')
  await remove(id)
  expect(await list()).toEqual([])
  expect(await add('vera@bakery.example')).toMatchObject({ id, status: 'active' })
})

describe('a refused address', () => {
  test('is tried again, or corrected; a new address is confirmed like a new recipient', async () => {
    const { id } = await add('vera@bakery.example')
    setStatus(id, 'bounced')
    expect(await update(id, { try_again: true })).toMatchObject({ status: 'active' })
    setStatus(id, 'bounced')
    expect(await update(id, { email: 'anna@bakery.example' })).toMatchObject({ id, status: 'waiting', consent: null })
    expect(letters()).toEqual([{ to_address: 'anna@bakery.example' }])
  })

  test('is a case on Today until it is corrected', async () => {
    const { id } = await add('vera@bakery.example')
    const cases = async () =>
      (await w.call<{ cases: { open: { kind: string; name: string }[] } }>('ada', 'get_today', {})).cases.open.filter(
        ({ kind }) => kind === 'reader',
      )
    expect(await cases()).toEqual([])
    setStatus(id, 'bounced')
    expect(await cases()).toMatchObject([{ kind: 'reader', name: 'vera@bakery.example' }])
  })
})

test('recipients of another agency are not there', async () => {
  const { id } = await add('vera@bakery.example')
  const asked = { id: 'ten_bakery', recipient_id: id }
  expect(await refusal(w.call('rita', 'list_report_recipients', { id: 'ten_bakery' }))).toMatchObject({
    code: 'not_found',
  })
  expect(await refusal(w.call('rita', 'update_report_recipient', { ...asked, name: 'x' }))).toMatchObject({
    code: 'not_found',
  })
  expect(await refusal(w.call('ada', 'remove_report_recipient', { ...asked, id: 'ten_northwind' }))).toMatchObject({
    code: 'not_found',
  })
})

test('confirmation letters to one address are limited', async () => {
  const { id } = await add('anna@bakery.example')
  for (const name of ['b', 'c']) {
    await update(id, { email: `${name}@bakery.example` })
    await update(id, { email: 'anna@bakery.example' })
  }
  expect(
    await refusal(update(id, { email: 'b@bakery.example' }).then(() => update(id, { email: 'anna@bakery.example' }))),
  ).toMatchObject({ code: 'rate_limited' })
  w.clock.set(plus(START, DAY))
  expect(await update(id, { email: 'anna@bakery.example' })).toMatchObject({ status: 'waiting' })
})
