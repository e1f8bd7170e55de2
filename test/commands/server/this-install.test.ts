import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { readSettings } from '../../../src/commands/server/this-install.ts'

let folder: string
let home: string
let own: string
let machine: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'signalpost-settings-'))
  home = join(folder, 'home')
  own = join(home, '.config/signalpost/signalpost.env')
  machine = join(folder, 'machine.env')
  mkdirSync(join(own, '..'), { recursive: true })
  writeFileSync(machine, `SIGNALPOST_DATA_DIR=${folder}/machine\n`)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const found = (env: Record<string, string>, files?: string[]) => {
  const { config, file } = readSettings(env, files)
  return { data_dir: config.data_dir, file }
}

test('without settings in the environment a command reads those that the installer wrote: first the account’s, then the machine’s', () => {
  expect(found({ HOME: join(folder, 'nobody') }, [own, machine])).toEqual({
    data_dir: join(folder, 'machine'),
    file: machine,
  })
  writeFileSync(own, `SIGNALPOST_DATA_DIR=${folder}/own\n`)
  expect(found({}, [own, machine])).toEqual({ data_dir: join(folder, 'own'), file: own })
  expect(found({ HOME: home })).toEqual({ data_dir: join(folder, 'own'), file: own })
  expect(found({ HOME: '/nowhere', XDG_CONFIG_HOME: join(home, '.config') })).toMatchObject({ file: own })
})

test('the environment says which install is meant, and wins over the file', () => {
  writeFileSync(own, `SIGNALPOST_DATA_DIR=${folder}/own\nSIGNALPOST_LISTEN=127.0.0.1:9000\n`)
  const given = join(folder, 'given')
  expect(found({ SIGNALPOST_DATA_DIR: given }, [own])).toEqual({ data_dir: given, file: null })
  expect(found({ SIGNALPOST_CONFIG: machine }, [own])).toEqual({ data_dir: join(folder, 'machine'), file: machine })
  const { config } = readSettings({ SIGNALPOST_LISTEN: '127.0.0.1:9001' }, [own])
  expect(config).toMatchObject({ data_dir: join(folder, 'own'), listen: { hostname: '127.0.0.1', port: 9001 } })
})

test('without an installed service the data are in the folder here', () => {
  expect(found({}, [])).toEqual({ data_dir: resolve('data'), file: null })
})
