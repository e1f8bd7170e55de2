/** A person whom nobody counts among their members any more keeps their own account, and sees nothing else. */
import { beforeEach, describe, expect, test } from 'bun:test'
import { isOwnAccount } from '../../../src/kernel/operation/operation.ts'
import { operations } from '../../../src/operations/index.ts'
import { castOfFile, forEachOperation } from '../each.ts'
import { ask, exampleOf } from '../request.ts'

const cast = await castOfFile()
beforeEach(() => {
  cast.reset()
  cast.db.write((tx) => tx.run("delete from members where user_id = 'usr_ben'"))
})

const find = (name: string) => operations.find((one) => one.name === name)!
const own = operations.filter(isOwnAccount)
const others = operations.filter((one) => !isOwnAccount(one))
const asBen = (name: string, input = exampleOf(find(name))) => ask(cast, find(name), cast.sessions.ben, input)

describe('a person without a workspace', () => {
  forEachOperation(others)('is refused %s, and changes nothing', async (_, one) => {
    const before = cast.rows()
    const { status, json } = await ask(cast, one, cast.sessions.ben)
    expect([status, json?.error?.code]).toEqual([403, 'forbidden'])
    expect(cast.rows()).toBe(before)
  })

  test.each(own.map((one) => [one.name]))('is not refused %s for want of a workspace', async (name) => {
    expect((await asBen(name)).status).not.toBe(403)
  })

  test('sees and changes the own profile, under the own name in the audit trail', async () => {
    expect((await asBen('get_profile')).json?.data).toMatchObject({ email: 'ben@northwind.example' })
    expect((await asBen('update_profile', { name: 'Benjamin' })).json?.data).toMatchObject({ name: 'Benjamin' })
    const [line] = cast.db.read((tx) => tx.rows('select actor, tenant_id, as_platform from audit order by id desc'))
    expect(line).toEqual({ actor: 'ben@northwind.example', tenant_id: null, as_platform: 0 })
  })

  test('is told who they are, and that they are nowhere', async () => {
    expect((await asBen('get_me')).json?.data).toMatchObject({
      via: 'session',
      tenant_id: null,
      role: null,
      tenant: null,
      user: { email: 'ben@northwind.example' },
      workspaces: [],
    })
  })

  test('can delete the own account', async () => {
    expect((await asBen('delete_profile')).json?.data).toEqual({ id: 'usr_ben', deleted: true })
    expect((await asBen('get_profile')).status).toBe(401)
  })

  test('is one too whose only workspace is archived', async () => {
    cast.db.write((tx) => tx.run("update tenants set archived_at = ? where id = 'ten_bakery'", tx.now))
    expect((await ask(cast, find('get_profile'), cast.sessions.vera)).status).toBe(200)
    expect((await ask(cast, find('list_jobs'), cast.sessions.vera)).status).toBe(403)
  })
})
