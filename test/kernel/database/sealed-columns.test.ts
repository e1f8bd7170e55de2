import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { sealedColumns } from '../../../src/domains/index.ts'
import { noteHub } from '../../../src/features/standing/index.ts'
import { tablesOf } from '../../contract/kept-rows.ts'
import { seedCast } from '../../contract/seed-cast.ts'
import { type World, world } from '../../world.ts'

let w: World
beforeAll(async () => {
  w = world()
  await seedCast(w)
  await w.call('ada', 'create_api_key', { name: 'Script' }, { idempotency_key: 'once' })
  await w.call('ada', 'share_job_report', { id: 'job_guestposts' })
  await w.call('pat', 'update_email_settings', { password: 'hunter2' })
  await w.call('ada', 'create_deploy_hook', { name: 'Deploys', mode: 'standard', hosts: ['bakery.example'] })
  const feed = { hub: 'https://hub.example/', topic: 'https://bakery.example/feed.xml' }
  w.db.write((tx) => noteHub(tx, w.app, 'stp_bakery', feed))
  await w.call('ada', 'update_standing_push', { id: 'stp_bakery', authorization: 'Basic YnJlYWQ=' })
  await w.call('ada', 'put_portal', { id: 'ten_bakery', enabled: true, origins: ['https://bakery.example'] })
})
afterAll(() => w.close())

test('whatever is sealed in any table lies in a declared column, so that a new key reaches it', () => {
  const database = new Database(w.db.file, { readonly: true })
  const found = tablesOf(database).flatMap((table) => {
    const columns = database.query<{ name: string }, [string]>('select name from pragma_table_info(?)').all(table)
    return columns
      .filter(({ name }) => database.query(`select 1 from "${table}" where "${name}" glob 'v1.*'`).get())
      .map(({ name }) => `${table}.${name}`)
  })
  database.close()
  expect(found.toSorted()).toEqual(sealedColumns.map(({ table, column }) => `${table}.${column}`).toSorted())
})
