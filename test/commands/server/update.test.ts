import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { newKey } from '../../../scripts/release/sign.ts'
import type { CommandError } from '../../../src/commands/framework/command.ts'
import { updateFrom } from '../../../src/commands/server/update/forward.ts'
import { assertUpdatable } from '../../../src/commands/server/update/install-paths.ts'
import { rollBack } from '../../../src/commands/server/update/roll-back.ts'
import { MANIFEST, type Manifest, NOTES, SIGNATURE } from '../../../src/features/releases/index.ts'
import {
  type Files,
  folderWith,
  installed,
  KEYS,
  manifestOf,
  NAME,
  programOf,
  releaseFiles,
  tarWith,
} from './fake-release.ts'

const made: string[] = []
const kept = (path: string): string => {
  made.push(path.endsWith('.tar') ? dirname(path) : path)
  return path
}
const before = process.env.SIGNALPOST_DATA_DIR
beforeAll(() => {
  // No install of this machine is meant.
  process.env.SIGNALPOST_DATA_DIR = kept(mkdtempSync(join(tmpdir(), 'signalpost-none-')))
})
afterAll(() => {
  for (const path of made) rmSync(path, { recursive: true, force: true })
  if (before === undefined) delete process.env.SIGNALPOST_DATA_DIR
  else process.env.SIGNALPOST_DATA_DIR = before
})

function install() {
  const one = installed()
  kept(dirname(one.folder))
  const run = (from: string) => updateFrom(one.place, from, KEYS, true)
  const refused = async (from: string) => {
    const why = await run(from).then(
      () => 'it was installed',
      (error: Error) => error.message,
    )
    // Nothing of it is beside the program.
    expect(readdirSync(one.folder)).toEqual(['signalpost'])
    expect(readFileSync(one.place.program, 'utf8')).toBe(programOf('0.2.0'))
    return why
  }
  return { ...one, run, refused, now: () => readFileSync(one.place.program, 'utf8') }
}

const flipped = (data: Uint8Array | string, at: number): Buffer => {
  const copy = Buffer.from(data)
  copy[at]! ^= 1
  return copy
}

describe('a release that is as it was signed', () => {
  test.each([
    ['a folder', folderWith],
    ['one tar', tarWith],
  ])('is installed from %s, and the version before comes back on demand', async (_, lay) => {
    const one = install()
    expect(await one.run(kept(lay(releaseFiles())))).toBe(0)
    expect(one.now()).toBe(programOf('0.3.0'))
    expect(readFileSync(one.place.previous, 'utf8')).toBe(programOf('0.2.0'))
    expect(readdirSync(one.place.work)).not.toContain('new')
    expect(await rollBack(one.place, { sure: false, asks: false, json: true })).toBe(0)
    expect(one.now()).toBe(programOf('0.2.0'))
    expect(existsSync(one.place.previous)).toBe(false)
  })

  test('whose program does not start, or is another one than its manifest says, is not installed', async () => {
    for (const program of ['#!/bin/sh\nexit 1\n', programOf('0.4.0')]) {
      const one = install()
      await expect(one.run(kept(folderWith(releaseFiles({}, program))))).rejects.toThrow(
        'does not start on this machine',
      )
      expect(one.now()).toBe(programOf('0.2.0'))
      expect(readdirSync(one.place.work)).not.toContain('new')
    }
  })
})

describe('a release is refused, and nothing is written,', () => {
  const files = releaseFiles()
  const manifest = (changed: Partial<Manifest>) => releaseFiles(changed)
  const artefact = (changed: Partial<Manifest['artefacts'][number]>) =>
    manifest({ artefacts: [{ ...manifestOf(programOf('0.3.0')).artefacts[0]!, ...changed }] })
  const lines = (files[SIGNATURE] as string).split('\n')
  const legacy = () => {
    const bytes = Buffer.from(lines[1]!, 'base64')
    bytes.write('Ed', 0, 'latin1')
    return [lines[0], bytes.toString('base64'), ...lines.slice(2)].join('\n')
  }
  const TAMPERED: [string, Files, string][] = [
    [
      'with a flipped bit in the program',
      { ...files, [NAME]: flipped(files[NAME]!, 3) },
      'not the file that was signed',
    ],
    ['with a flipped bit in the manifest', { ...files, [MANIFEST]: flipped(files[MANIFEST]!, 40) }, 'does not match'],
    [
      'with a flipped bit in the signature',
      {
        ...files,
        [SIGNATURE]: [
          lines[0],
          flipped(Buffer.from(lines[1]!, 'base64'), 30).toString('base64'),
          ...lines.slice(2),
        ].join('\n'),
      },
      'does not match',
    ],
    [
      'with another trusted comment',
      { ...files, [SIGNATURE]: (files[SIGNATURE] as string).replace('signalpost 0.3.0', 'signalpost 0.3.1') },
      'comment of the signature',
    ],
    ['signed by another key', releaseFiles({}, undefined, newKey().secret), 'another key'],
    ['with a legacy signature', { ...files, [SIGNATURE]: legacy() }, 'legacy form'],
    ['with no signature', { ...files, [SIGNATURE]: '' }, 'no signature of minisign'],
    ['that expired', manifest({ expires: '2026-02-01T00:00:00Z' }), 'expired'],
    ['that is older', manifest({ version: '0.1.9', number: 109 }), 'older'],
    ['of the same version', manifest({ version: '0.2.0', number: 200 }), 'already'],
    ['whose number is not that of its version', manifest({ number: 900 }), 'version and number differ'],
    ['of another product', manifest({ product: 'signpost' }), 'a release of signpost'],
    ['for other machines', artefact({ target: 'plan9-mips' }), 'no program for'],
    ['that does not take over this version', manifest({ from: '0.2.1' }), 'takes over from 0.2.1'],
    ['with a name that leads out of it', artefact({ name: '../signalpost' }), 'not the manifest of a release'],
    ['whose program is longer than signed', { ...files, [NAME]: `${files[NAME]}more` }, 'longer than'],
    ['whose program is shorter than signed', { ...files, [NAME]: 'less' }, 'not the file that was signed'],
    ['with a manifest beyond all measure', { ...files, [MANIFEST]: Buffer.alloc(70_000, ' ') }, 'longer than'],
  ]
  test.each(TAMPERED)('%s', async (_, changed, why) => {
    const one = install()
    expect(await one.refused(kept(folderWith(changed)))).toContain(why)
    expect(await one.refused(kept(tarWith(changed)))).toContain(why)
  })

  test.each([
    ['a path that leads out', { '../signalpost': 'x' }, 'not a plain file'],
    ['a folder in it', { 'sub/manifest.json': 'x' }, 'not a plain file'],
    ['101 files', Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`file${n}`, ''])), 'more than 100'],
  ])('as a tar with %s', async (_, more, why) => {
    expect(await install().refused(kept(tarWith({ ...files, ...more })))).toContain(why)
  })

  test('as a tar with a link, or cut off', async () => {
    const one = install()
    const whole = readFileSync(kept(tarWith(files)))
    const link = Buffer.from(whole)
    link[156] = '2'.charCodeAt(0)
    const file = join(kept(folderWith({})), 'x.tar')
    for (const [data, why] of [
      [link, 'not a plain file'],
      [whole.subarray(0, 700), 'cut off'],
    ] as const) {
      writeFileSync(file, data)
      expect(await one.refused(file)).toContain(why)
    }
  })

  test('by a program without keys', async () => {
    const { place } = install()
    const from = kept(folderWith(files))
    await expect(updateFrom(place, from, [], true)).rejects.toThrow('without release keys')
  })
})

describe('from an address', () => {
  /** Answers by path; a function may answer anything. */
  function served(files: Record<string, Uint8Array | string | (() => Response)>) {
    const asked: (string | null)[][] = []
    const server = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch(request) {
        const { pathname, search } = new URL(request.url)
        asked.push([pathname + search, request.headers.get('user-agent'), request.headers.get('cookie')])
        const found = files[pathname.slice(1)]
        return typeof found === 'function' ? found() : new Response(found as BodyInit, { status: found ? 200 : 404 })
      },
    })
    return { url: server.url.href, asked, [Symbol.dispose]: () => void server.stop(true) }
  }

  test('a release is installed, and its source learns nothing of the install', async () => {
    const one = install()
    using source = served(releaseFiles())
    expect(await one.run(source.url)).toBe(0)
    expect(one.now()).toBe(programOf('0.3.0'))
    expect(source.asked).toEqual([MANIFEST, SIGNATURE, NAME, NOTES].map((name) => [`/${name}`, 'signalpost', null]))
  })

  test('an endless program, one that was changed, and a redirect to plain http elsewhere are refused', async () => {
    const files = releaseFiles()
    const endless = () => new Response(new ReadableStream({ pull: (stream) => stream.enqueue(new Uint8Array(65_536)) }))
    const redirect = () => new Response(null, { status: 302, headers: { location: 'http://192.0.2.1/manifest.json' } })
    for (const [changed, why] of [
      [{ [NAME]: endless }, 'longer than'],
      [{ [NAME]: flipped(files[NAME]!, 3) }, 'not the file that was signed'],
      [{ [MANIFEST]: endless }, 'longer than'],
      [{ [MANIFEST]: redirect }, 'not https'],
    ] as const) {
      const one = install()
      using source = served({ ...files, ...changed })
      await expect(one.run(source.url)).rejects.toThrow(why)
      expect(one.now()).toBe(programOf('0.2.0'))
      expect(existsSync(join(one.place.work, 'new'))).toBe(false)
      expect(existsSync(one.place.previous)).toBe(false)
    }
  })
})

test('two updates do not run at a time', async () => {
  const one = install()
  mkdirSync(one.place.work)
  const child = Bun.spawn(
    [
      process.execPath,
      '-e',
      `(await import('${import.meta.dir}/../../../src/kernel/database/lock.ts')).lockFolder(process.argv[1]); console.log('held'); await Bun.sleep(60000)`,
      one.place.work,
    ],
    { stdout: 'pipe' },
  )
  await child.stdout.getReader().read()
  await expect(one.run(kept(folderWith(releaseFiles())))).rejects.toThrow('another update is at work')
  child.kill('SIGKILL')
  await child.exited
})

describe('the command refuses, and names what updates the program,', () => {
  const plain = { contained: false, packaged: () => false, me: 0 }
  test.each([
    ['in a container', { contained: true }, 'this is a container', 'podman load -i'],
    ['under dpkg', { packaged: () => true }, 'belongs to a package of Debian', 'apt install ./signalpost_'],
    ['as the account of the service', { me: 4321 }, 'the account of the service cannot replace it', 'sudo signalpost'],
  ])('%s', (_, machine, why, advice) => {
    const { place } = install()
    const refused = caught(() => assertUpdatable(place, { ...plain, ...machine }))
    expect([refused?.message, refused?.advice]).toEqual([expect.stringContaining(why), expect.stringContaining(advice)])
  })

  test('and nowhere else', () => {
    expect(caught(() => assertUpdatable(install().place, plain))).toBeNull()
  })

  function caught(act: () => void): CommandError | null {
    try {
      act()
      return null
    } catch (error) {
      return error as CommandError
    }
  }
})
