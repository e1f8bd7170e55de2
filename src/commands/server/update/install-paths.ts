/** The program that is updated, and whether this command may update it here. */
import { constants, existsSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { version } from '../../../kernel/environment/version.ts'
import { CommandError } from '../../framework/command.ts'
import { may, nameOf } from '../this-install.ts'

export type InstallPaths = {
  /** The executable that is replaced. */
  program: string
  /** Where the one before is kept. */
  previous: string
  /** The folder of a running update: its lock, its record, the new program. */
  work: string
  version: string
}

const PREVIOUS = '.previous'

/** `given`: another executable than this one, such as an older release that has no such command. */
export function installPathsOf(given: string | undefined): InstallPaths {
  const own = process.execPath
  const compiled = import.meta.dir.startsWith('/$bunfs')
  if (!given && !compiled)
    throw new CommandError('this program runs from its sources', 'update them with git, then run `sh install.sh`')
  // Called by the name of the one before, it is the other that is meant: it may no longer start.
  const meant = given ? resolve(given) : own.endsWith(PREVIOUS) ? own.slice(0, -PREVIOUS.length) : own
  if (!existsSync(meant)) throw new CommandError(`there is no program ${meant}`)
  const program = realpathSync(meant)
  const [folder, name] = [dirname(program), basename(program)]
  return {
    program,
    previous: join(folder, `${name}${PREVIOUS}`),
    work: join(folder, `.${name}-update`),
    version: compiled && program === own ? version : versionOf(program),
  }
}

/** The version that a program reports; one that does not start counts as older than any other. */
function versionOf(program: string): string {
  const asked = Bun.spawnSync([program, 'version'], { stdout: 'pipe', stderr: 'ignore', timeout: 10_000 })
  return /\b(\d+\.\d+\.\d+)\b/.exec(asked.stdout.toString())?.[1] ?? '0.0.0'
}

/** Facts about this machine that decide whether a program may be replaced on it. */
const thisMachine = () => ({
  contained: existsSync('/.dockerenv') || existsSync('/run/.containerenv') || !!process.env.KUBERNETES_SERVICE_HOST,
  /** Whether a package of Debian owns the file. */
  packaged: (file: string): boolean =>
    !!Bun.which('dpkg') && Bun.spawnSync(['dpkg', '-S', file], { stdout: 'ignore', stderr: 'ignore' }).success,
  me: process.getuid?.() ?? 0,
})

/** Refuses where something else updates the program, with the command that does. */
export function assertUpdatable({ program, work }: InstallPaths, { contained, packaged, me } = thisMachine()): void {
  if (contained)
    throw new CommandError(
      'this is a container: its image is replaced, not the program in it',
      'load the image of the new release and start it on the same volume, for example `podman load -i signalpost-VERSION-oci.tar`',
    )
  if (packaged(program))
    throw new CommandError(
      `${program} belongs to a package of Debian`,
      'install the package of the new release: apt install ./signalpost_VERSION_ARCHITECTURE.deb',
    )
  const folder = dirname(work)
  const owner = statSync(program).uid
  if (me !== 0 && me !== owner)
    throw new CommandError(
      `${program} belongs to ${nameOf(owner)}, and this is ${nameOf(me)}: the account of the service cannot replace it`,
      `run it as that account, for example: sudo signalpost ${process.argv.slice(2).join(' ')}`,
    )
  if (!may(folder, constants.W_OK | constants.X_OK))
    throw new CommandError(`${folder} cannot be written`, 'replace the program where its folder is made')
}
