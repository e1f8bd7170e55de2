/** Filters and order of the list of clients, kept under a name for all members of a workspace. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { pushing } from '../../pushing.ts'
import { refusal } from '../../refusal.ts'
import { CAST, callerOf } from '../../world.ts'
import { browserOf, wordIn } from '../browser.ts'

const CLIENTS = `/app/w/${CAST.ada.tenant_id}/clients`
let office: Awaited<ReturnType<typeof pushing>>
let browser: ReturnType<typeof browserOf>
beforeEach(async () => {
  office = await pushing(10, 10)
  browser = browserOf(office)
  await office.call('ada', 'update_tenant', { id: 'ten_bakery', tags: ['Retainer'] })
})
afterEach(() => office.close())

type View = { id: string; name: string; filters: Record<string, unknown> }
const saved = async (who: Parameters<typeof office.call>[0] = 'ada') =>
  (await office.call<{ saved_views: View[] }>(who, 'list_clients')).saved_views
const save = (name: string, filters = {}, who: Parameters<typeof office.call>[0] = 'ada') =>
  office.call<View>(who, 'create_client_view', { name, filters })
const linkIn = (headers: Headers) => (JSON.parse(wordIn(office, headers)) as { link: { href: string } }).link.href

test('the filters of the address are saved under a name, pinned for each member, and lead to the same list', async () => {
  const at = `${CLIENTS}?tag=Retainer&sort=name&dir=desc&view=no_push&include_archived=true`
  const { main } = await browser.visit('ben', at)
  expect(main).toContain('Save view')
  const fields = {
    tag: 'Retainer',
    sort: 'name',
    dir: 'desc',
    view: 'no_push',
    include_archived: 'true',
    name: 'Monthly',
  }
  const { status, location } = await browser.send('ben', `${CLIENTS}/views`, fields)
  expect(status).toBe(303)
  expect((await saved())[0]).toMatchObject({
    name: 'Monthly',
    filters: { tag: 'Retainer', sort: 'name', dir: 'desc', view: 'no_push', include_archived: true },
  })
  const shown = await browser.visit('ada', location!)
  expect(shown.main).toMatch(/<a[^>]*aria-current="true"[^>]*>Monthly</)
  expect(shown.main).not.toContain('Save view')
  expect((await browser.visit('ada', CLIENTS)).main).toMatch(
    /<a[^>]*class="pick"[^>]*title="Monthly"(?![^>]*aria-current)/,
  )
})

test('a view is renamed and deleted, and Undo leads to the form that takes it back', async () => {
  const { id } = await save('Monthly', { tag: 'Retainer' })
  const at = `${CLIENTS}?tag=Retainer`
  const menu = await browser.visit('ada', at)
  expect(menu.html).toContain('Delete view')
  expect((await browser.visit('ada', `${at}&rename=1`)).main).toContain('value="Monthly"')
  const renamed = await browser.send('ada', `${CLIENTS}/views/${id}`, { name: 'Retained', was: 'Monthly' })
  expect((await saved()).map(({ name }) => name)).toEqual(['Retained'])
  expect((await browser.visit('ada', linkIn(renamed.headers))).main).toContain('value="Monthly"')
  const deleted = await browser.send('ada', `${CLIENTS}/views/${id}/delete`)
  expect(await saved()).toEqual([])
  const undo = await browser.visit('ada', linkIn(deleted.headers))
  expect(undo.main).toContain('value="Retained"')
  await browser.send('ada', `${CLIENTS}/views`, { tag: 'Retainer', name: 'Retained' })
  expect((await saved()).map(({ name, filters }) => [name, filters])).toEqual([['Retained', { tag: 'Retainer' }]])
})

test('names are not used twice, in any case, and a workspace has at most twenty views', async () => {
  const { id } = await save('Monthly')
  await save('Weekly')
  expect(await refusal(save('MONTHLY '))).toMatchObject({ code: 'conflict' })
  const rename = office.call('ada', 'update_client_view', { id, name: 'weekly' })
  expect(await refusal(rename)).toMatchObject({ code: 'conflict' })
  await office.call('ada', 'update_client_view', { id, name: 'monthly', filters: { q: 'x' } })
  for (let n = 2; n < 20; n++) await save(`View ${n}`)
  expect(await refusal(save('One more'))).toMatchObject({ code: 'conflict' })
})

test('viewers and other workspaces neither read nor change them, and filters are those of the list', async () => {
  const { id } = await save('Monthly', { tag: 'Retainer' })
  expect(await saved('vera')).toEqual([])
  expect(await saved({ ...callerOf('vera'), role: 'admin' })).toEqual([])
  expect(await saved('rita')).toEqual([])
  expect(await refusal(save('Mine', {}, 'vera'))).toMatchObject({ code: 'forbidden' })
  const theirs = office.call('rita', 'delete_client_view', { id })
  expect(await refusal(theirs)).toMatchObject({ code: 'not_found' })
  for (const filters of [{ page: 2 }, { view: 'none' }, { tag: 'a,b' }, { sort: 'credits' }])
    expect(await refusal(save('Wrong', filters))).toMatchObject({ code: 'validation_failed' })
  await save('Weekly', {}, 'ben')
  expect((await saved()).map(({ name }) => name)).toEqual(['Monthly', 'Weekly'])
})
