/** Logos that are looked at before they are kept: in memory alone, the last few of each workspace, for some minutes. */
import type { App } from '../../kernel/app.ts'
import { MINUTE, plus, type Time } from '../../kernel/clock.ts'
import type { Db } from '../../kernel/database.ts'
import type { Party } from '../../kernel/fair-pool.ts'
import { onBehalfOf } from '../../kernel/safe-fetch.ts'
import type { Picture } from './image.ts'
import { fetchLogo, hashOf, type ServedPicture } from './logo.ts'

/** Pictures of one workspace, and octets of all; a picture has half a megabyte at most. */
const MOST_EACH = 6
const MOST_OCTETS = 16 << 20
const KEPT_FOR = 5 * MINUTE

type Tried = { at: Time; agency: string; workspace: string; url: string; file: string; picture: Picture }
type Trying = Pick<App, 'db' | 'clock' | 'fetch'>

/** What was tried, the oldest first. */
const tried = new WeakMap<Db, Tried[]>()

/**
 * Fetches a logo as it would be kept, once in a few minutes for each workspace, and says where it is served meanwhile.
 * 422 as `fetchLogo`.
 */
export async function tryLogo(app: Trying, party: Party, url: string, signal: AbortSignal): Promise<string> {
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

/** With one more: a workspace loses its own oldest, and where all are too much, the agency that holds the most does. */
function roomFor(one: Tried, all: readonly Tried[]): Tried[] {
  const own = all.filter(({ workspace }) => workspace === one.workspace)
  const gone = new Set(own.filter(({ url }, at) => url === one.url || at <= own.length - MOST_EACH))
  const kept = [...all.filter((each) => !gone.has(each)), one]
  while (octetsOf(kept) > MOST_OCTETS) {
    const [most] = [...Map.groupBy(kept, ({ agency }) => agency).values()].sort((a, b) => octetsOf(b) - octetsOf(a))
    kept.splice(kept.indexOf(most![0]!), 1)
  }
  return kept
}

const octetsOf = (all: readonly Tried[]): number => all.reduce((sum, { picture }) => sum + picture.body.length, 0)

/** The picture at such an address, by its last part, or null. */
export function triedLogo(app: Pick<App, 'db'>, file: string): ServedPicture | null {
  const found = tried.get(app.db)?.find((one) => one.file === file)
  return found ? { body: found.picture.body, type: `image/${found.picture.kind}` } : null
}

const pathOf = ({ file }: Pick<Tried, 'file'>): string => `/app/brand/${file}`
