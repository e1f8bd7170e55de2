/**
 * The container image, in the layout of OCI (opencontainers/image-spec, image-layout.md): a C library and the program,
 * without a shell. Docker's own field Healthcheck is added, since OCI has none.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Entry, gzip, readAr, sha256, tar, withFolders } from './archives.ts'

export type Platform = {
  architecture: 'amd64' | 'arm64'
  program: Uint8Array
  /** Debian's package libc6. */
  libc: Uint8Array
}
export type Facts = { version: string; commit: string; licences: Uint8Array; time: number }

type Described = { mediaType: string; digest: string; size: number }

const UID = 10001
const TYPE = 'application/vnd.oci.image'
const LOADER = {
  amd64: { folder: 'x86_64-linux-gnu', name: 'ld-linux-x86-64.so.2', at: 'lib64/ld-linux-x86-64.so.2' },
  arm64: { folder: 'aarch64-linux-gnu', name: 'ld-linux-aarch64.so.1', at: 'lib/ld-linux-aarch64.so.1' },
}
const LIBRARIES = ['libc.so.6', 'libm.so.6', 'libdl.so.2', 'libpthread.so.0']

/** One tar with an image for each platform. */
export function ociArchive(platforms: readonly Platform[], facts: Facts): Buffer {
  const blobs = new Map<string, Uint8Array>()
  const keep = (mediaType: string, data: Uint8Array): Described => {
    const hex = sha256(data)
    blobs.set(`blobs/sha256/${hex}`, data)
    return { mediaType, digest: `sha256:${hex}`, size: data.length }
  }
  const json = (mediaType: string, value: unknown) => keep(mediaType, Buffer.from(JSON.stringify(value)))
  const annotations = {
    'org.opencontainers.image.title': 'signalpost',
    'org.opencontainers.image.version': facts.version,
    'org.opencontainers.image.revision': facts.commit,
    'org.opencontainers.image.created': created(facts),
  }
  const manifests = platforms.map((platform) => {
    const layers = [baseOf(platform), programOf(platform, facts)].map((entries) => tar(entries, facts.time))
    const manifest = {
      schemaVersion: 2,
      mediaType: `${TYPE}.manifest.v1+json`,
      config: json(`${TYPE}.config.v1+json`, configOf(platform, facts, layers)),
      layers: layers.map((layer) => keep(`${TYPE}.layer.v1.tar+gzip`, gzip(layer))),
      annotations,
    }
    const { architecture } = platform
    return { ...json(manifest.mediaType, manifest), platform: { architecture, os: 'linux' } }
  })
  const index = { schemaVersion: 2, mediaType: `${TYPE}.index.v1+json`, manifests, annotations }
  const image = `localhost/signalpost:${facts.version}`
  const named = { 'org.opencontainers.image.ref.name': image, 'io.containerd.image.name': image }
  const top = { schemaVersion: 2, manifests: [{ ...json(index.mediaType, index), annotations: named }] }
  const entries: Entry[] = [
    { path: 'oci-layout', data: Buffer.from('{"imageLayoutVersion":"1.0.0"}') },
    { path: 'index.json', data: Buffer.from(JSON.stringify(top)) },
    ...[...blobs].map(([path, data]) => ({ path, data })),
  ]
  return tar(withFolders(entries), facts.time)
}

const created = ({ time }: Facts): string => new Date(time * 1000).toISOString()

function configOf({ architecture }: Platform, facts: Facts, layers: readonly Uint8Array[]) {
  return {
    architecture,
    os: 'linux',
    created: created(facts),
    config: {
      User: `${UID}:${UID}`,
      ExposedPorts: { '8080/tcp': {} },
      Env: [
        'PATH=/usr/local/bin',
        'SIGNALPOST_DATA_DIR=/data',
        'SIGNALPOST_LISTEN=0.0.0.0:8080',
        'BUN_CONFIG_MAX_HTTP_REQUESTS=1024',
        'BUN_JSC_forceRAMSize=201326592',
      ],
      Entrypoint: ['/usr/local/bin/signalpost'],
      Cmd: ['serve'],
      Volumes: { '/data': {} },
      WorkingDir: '/data',
      StopSignal: 'SIGTERM',
      Healthcheck: {
        Test: ['CMD', '/usr/local/bin/signalpost', 'healthcheck'],
        Interval: 30e9,
        Timeout: 5e9,
        StartPeriod: 30e9,
      },
    },
    rootfs: { type: 'layers', diff_ids: layers.map((layer) => `sha256:${sha256(layer)}`) },
    history: [
      { created: created(facts), created_by: 'libc6 of Debian 12' },
      { created: created(facts), created_by: 'signalpost' },
    ],
  }
}

/** What the program needs of a system, and the account that it runs as. */
function baseOf({ architecture, libc }: Platform): Entry[] {
  const { folder, name, at } = LOADER[architecture]
  const inside = `lib/${folder}`
  const text = (path: string, data: string): Entry => ({ path, data: Buffer.from(data) })
  const paths = [...LIBRARIES, name].map((file) => `${inside}/${file}`).concat('usr/share/doc/libc6/copyright')
  const files = filesIn(libc, paths)
  const entries: Entry[] = [
    ...paths.map((path, n) => ({ path, data: files[n]!, mode: path.endsWith(name) ? 0o755 : 0o644 })),
    { path: at, link: `/${inside}/${name}`, mode: 0o777 },
    text('etc/passwd', `root:x:0:0:root:/:/nonexistent\nsignalpost:x:${UID}:${UID}:signalpost:/data:/nonexistent\n`),
    text('etc/group', `root:x:0:\nsignalpost:x:${UID}:\n`),
    text('etc/nsswitch.conf', 'passwd: files\ngroup: files\nhosts: files dns\n'),
    { path: 'tmp/', mode: 0o1777 },
    { path: 'data/', mode: 0o700, uid: UID },
  ]
  return withFolders(entries)
}

function programOf({ program }: Platform, { licences }: Facts): Entry[] {
  return withFolders([
    { path: 'usr/local/bin/signalpost', data: program, mode: 0o755 },
    { path: 'usr/share/doc/signalpost/LICENSE', data: readFileSync(join(import.meta.dir, '../../LICENSE')) },
    { path: 'usr/share/doc/signalpost/THIRD-PARTY-LICENSES.txt', data: licences },
  ])
}

/** Files of a package of Debian. */
function filesIn(deb: Uint8Array, paths: readonly string[]): Uint8Array[] {
  const [, data] = [...readAr(deb)].find(([member]) => member === 'data.tar.xz')!
  const folder = mkdtempSync(join(tmpdir(), 'signalpost-libc-'))
  try {
    const archive = join(folder, 'data.tar.xz')
    writeFileSync(archive, data)
    const unpacked = Bun.spawnSync(['tar', '-xJf', archive, '-C', folder], { stderr: 'pipe' })
    if (!unpacked.success) throw new Error(`data.tar.xz of libc6: ${unpacked.stderr}`)
    return paths.map((path) => readFileSync(join(folder, path)))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
