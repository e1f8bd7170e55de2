/** Names are in the order of an alphabet wherever people read them, not of their bytes. */
import { expect, test } from 'bun:test'
import { clientReaders } from '../../../src/features/reports/deliveries/client-readers.ts'
import { alphabetOf } from '../../../src/kernel/language/alphabet.ts'
import { readerOf } from '../../../src/kernel/language/reader.ts'
import { CAST, world } from '../../world.ts'

const NAMES = ['äpfel', 'Bakery', 'école', 'Lima', 'Łódź', 'Zoo', 'zulu']

test.each([
  ['en', ['Lima', 'Łódź', 'lupe', 'Zoo']],
  ['pl', ['Lima', 'lupe', 'Łódź', 'Zoo']],
  ['es', ['nube', 'ñu', 'oso']],
  ['sv', ['Zoo', 'ärta', 'öl']],
  ['de', ['ärta', 'öl', 'Zoo']],
  ['qps', ['Lima', 'Zoo']],
])('the alphabet of %s', (locale, names) => {
  expect(names.toReversed().toSorted(alphabetOf(readerOf('UTC', locale)))).toEqual(names)
})

test('clients are by the alphabet in their list, and among those whose people get letters', async () => {
  const w = world()
  for (const name of NAMES.toReversed())
    if (name !== 'Bakery') await w.call('ada', 'create_sub_tenant', { name, kind: 'client' })
  w.db.write((tx) => tx.run("update tenants set name = 'Bakery' where id = ?", CAST.vera.tenant_id))
  const mine = (items: readonly { name: string }[]) =>
    items.map(({ name }) => name).filter((name) => NAMES.includes(name))
  const listed = await w.call<{ items: { name: string }[] }>('ada', 'list_clients', { sort: 'name' })
  expect(mine(listed.items)).toEqual(NAMES)
  const agency = w.db.read(
    (tx) => tx.row<{ id: string; path: string }>('select id, path from tenants where id = ?', CAST.ada.tenant_id)!,
  )
  expect(mine(w.db.read((tx) => clientReaders(tx, agency as Parameters<typeof clientReaders>[1])))).toEqual(NAMES)
  w.close()
})
