/** The package for Debian and Ubuntu, written as `dpkg-deb` would. What its scripts do is in deploy/debian. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { license } from '../../package.json'
import { ar, type Entry, gzip, tar, withFolders } from './archives.ts'

const ROOT = join(import.meta.dir, '../..')
const read = (path: string): Buffer => readFileSync(join(ROOT, path))

export type Contents = {
  program: Uint8Array
  /** Made by the program: the manual page and the completions. */
  documents: Record<'man' | 'bash' | 'zsh' | 'fish', Uint8Array>
  licences: Uint8Array
  version: string
  /** In seconds since 1970. */
  time: number
}

const SETTINGS = 'etc/signalpost/signalpost.env'

export function debianPackage(architecture: string, contents: Contents): Buffer {
  const { time } = contents
  const files = filesOf(contents)
  const size = Math.ceil(files.reduce((all, { data }) => all + (data?.length ?? 0), 0) / 1024)
  const sums = files.flatMap(({ path, data, link }) =>
    data && link === undefined && path !== `./${SETTINGS}`
      ? [`${createHash('md5').update(data).digest('hex')}  ${path.slice(2)}\n`]
      : [],
  )
  const control: Entry[] = [
    { path: './control', data: Buffer.from(controlOf(architecture, contents.version, size)) },
    { path: './conffiles', data: Buffer.from(`/${SETTINGS}\n`) },
    { path: './md5sums', data: Buffer.from(sums.sort().join('')) },
    ...['postinst', 'prerm', 'postrm'].map((name) => ({
      path: `./${name}`,
      data: read(`deploy/debian/${name}`),
      mode: 0o755,
    })),
  ]
  const members = [
    { name: 'debian-binary', data: Buffer.from('2.0\n') },
    { name: 'control.tar.gz', data: gzip(tar([{ path: './' }, ...control], time)) },
    { name: 'data.tar.gz', data: gzip(tar(withFolders(files), time)) },
  ]
  return ar(members, time)
}

function filesOf({ program, documents, licences, version, time }: Contents): Entry[] {
  const share = './usr/share'
  const unit = (name: string) =>
    Buffer.from(read(`deploy/${name}`).toString().replaceAll('/usr/local/bin/signalpost', '/usr/bin/signalpost'))
  return [
    { path: './usr/bin/signalpost', data: program, mode: 0o755 },
    { path: './usr/lib/systemd/system/signalpost.service', data: unit('signalpost.service') },
    { path: './usr/lib/systemd/system/signalpost@.service', data: unit('signalpost@.service') },
    { path: `./${SETTINGS}`, data: read('deploy/debian/signalpost.env') },
    { path: `${share}/man/man1/signalpost.1.gz`, data: gzip(documents.man, 9) },
    { path: `${share}/bash-completion/completions/signalpost`, data: documents.bash },
    { path: `${share}/zsh/vendor-completions/_signalpost`, data: documents.zsh },
    { path: `${share}/fish/vendor_completions.d/signalpost.fish`, data: documents.fish },
    { path: `${share}/doc/signalpost/copyright`, data: copyright() },
    { path: `${share}/doc/signalpost/THIRD-PARTY-LICENSES.txt.gz`, data: gzip(licences, 9) },
    { path: `${share}/doc/signalpost/changelog.gz`, data: gzip(Buffer.from(changelogOf(version, time)), 9) },
    { path: `${share}/lintian/overrides/signalpost`, data: read('deploy/debian/lintian-overrides') },
  ]
}

const controlOf = (architecture: string, version: string, size: number): string => `Package: signalpost
Version: ${version}
Architecture: ${architecture}
Maintainer: Signalpost <releases@signalpost.example>
Installed-Size: ${size}
Depends: libc6 (>= 2.36), adduser, init-system-helpers (>= 1.52)
Section: web
Priority: optional
Description: index pushes and visibility checks for agencies
 Signalpost pushes links to a crawl supplier and to IndexNow, checks whether
 search engines show them, and refunds the credit for each that they do not.
 It is one executable with one data folder and one port, and offers a web
 interface, a REST API and MCP.
`

const changelogOf = (version: string, time: number): string => `signalpost (${version}) stable; urgency=medium

  * See CHANGELOG.md of the release.

 -- Signalpost <releases@signalpost.example>  ${new Date(time * 1000).toUTCString().replace('GMT', '+0000')}
`

/** The licence of the program, and where those of its parts are. */
const copyright = (): Buffer =>
  Buffer.from(`Signalpost is under the ${license} licence:

${read('LICENSE')}
It is made with components that have licences of their own, all named in THIRD-PARTY-LICENSES.txt beside this file. Of the
runtime, JavaScriptCore is under the LGPL, version 2: see /usr/share/common-licenses/LGPL-2.
`)
