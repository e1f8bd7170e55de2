/** Logos shown in a preview before they are saved: only in memory, the last few of each workspace, for some minutes. */

import type { Db } from '../../kernel/database/database.ts'
import type { App } from '../../kernel/operation/app.ts'
import type { Party } from '../../kernel/scheduling/fair-pool.ts'
import { MINUTE, plus, type Time } from '../../kernel/time/clock.ts'
import { onBehalfOf } from '../../kernel/web-fetch/safe-fetch.ts'
import type { Picture } from './image.ts'
import { fetchLogo, hashOf, type ServedPicture } from './logo.ts'

/** Pictures per workspace, and bytes in total; a picture has at most half a megabyte. */
const MOST_EACH = 6
const MOST_OCTETS = 16 << 20
const KEPT_FOR = 5 * MINUTE

type TriedLogo = { at: Time; agency: string; workspace: string; url: string; file: string; picture: Picture }
type LogoApp = Pick<App, 'db' | 'clock' | 'fetch'>

/** Previewed logos, oldest first. */
const tried = new WeakMap<Db, TriedLogo[]>()

/** Fetches a logo for a preview, once in minutes, and says where it is served meanwhile. 422 like `fetchLogo`. */
export async function tryLogo(app: LogoApp, party: Party, url: string, signal: AbortSignal): Promise<string> {
  const { agency, workspace } = party
  const at = app.clock.now()
  const standing = (tried.get(app.db) ?? []).filter((one) => at < plus(one.at, KEPT_FOR))
  tried.set(app.db, standing)
  const known = standing.find((one) => one.workspace === workspace && one.url === url)
  if (known) return pathOf(known)
  const picture = await fetchLogo({ ...app, fetch: onBehalfOf(app.fetch, party) }, url, signal)
  const one = { at, agency, workspace, url, file: `tried.${hashOf(picture.body)}.${picture.kind}`, picture }
  tried.set(app.db, roomFor(one, tried.get(app.db) ?? []))
  return pathOf(one)
}

/** Makes room: a workspace loses its oldest logo; above the total limit, the agency with the most loses one. */
function roomFor(one: TriedLogo, all: readonly TriedLogo[]): TriedLogo[] {
  const own = all.filter(({ workspace }) => workspace === one.workspace)
  const gone = new Set(own.filter(({ url }, at) => url === one.url || at <= own.length - MOST_EACH))
  const kept = [...all.filter((each) => !gone.has(each)), one]
  while (octetsOf(kept) > MOST_OCTETS) {
    const [most] = [...Map.groupBy(kept, ({ agency }) => agency).values()].sort((a, b) => octetsOf(b) - octetsOf(a))
    kept.splice(kept.indexOf(most![0]!), 1)
  }
  return kept
}

const octetsOf = (all: readonly TriedLogo[]): number => all.reduce((sum, { picture }) => sum + picture.body.length, 0)

/** The picture at the last part of such an address, or null. */
export function triedLogo(app: Pick<App, 'db'>, file: string): ServedPicture | null {
  const found = tried.get(app.db)?.find((one) => one.file === file)
  return found ? { body: found.picture.body, type: `image/${found.picture.kind}` } : null
}

const pathOf = ({ file }: Pick<TriedLogo, 'file'>): string => `/app/brand/${file}`
