/** `signalpost doctor` on names that the PDF of a report cannot write. */
import { expect, test } from 'bun:test'
import { copyFileSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { checkFonts } from '../../../../src/commands/server/doctor/fonts.ts'
import { world } from '../../../world.ts'

/** It has two letters, 株 and 東. */
const TWO = resolve(import.meta.dir, '../../../features/reports/fonts/two-letters.ttf')

test('clients whose name has letters without a font are named with the letters, until a font has them', () => {
  const w = world()
  const call = (name: string) =>
    w.db.write((tx) => void tx.run('update tenants set name = ? where id = ?', name, 'ten_bakery'))
  expect(checkFonts(w.app.config)).toMatchObject({ verdict: 'ok' })
  call('Łódź Straße Жук Ωμέγα Tiếng 😀')
  expect(checkFonts(w.app.config)).toMatchObject({ verdict: 'ok' })
  call('株東京 Ltd')
  const folder = join(w.app.config.data_dir, 'fonts')
  expect(checkFonts(w.app.config)).toEqual({
    verdict: 'warn',
    found: 'the report of 株東京 Ltd would show boxes for 株 東 京',
    advice: `put a font with these letters into ${folder}`,
  })
  mkdirSync(folder)
  copyFileSync(TWO, join(folder, 'two.ttf'))
  expect(checkFonts(w.app.config).found).toEndWith('boxes for 京')
  call('株東')
  expect(checkFonts(w.app.config)).toMatchObject({ verdict: 'ok' })
  w.close()
})
