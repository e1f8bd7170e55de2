import { split } from '../run.ts'
import type { ScreenOptions } from '../screen.ts'
import { createRobotsBook, type Verdict } from './book.ts'
import { RobotsTime } from './time.ts'

type Options = Pick<ScreenOptions, 'fetch' | 'now' | 'signal' | 'robots_room'>

/** The rule of its robots.txt that keeps Googlebot or Bingbot from a URL; null when none does. */
export async function disallows(url: string, { fetch, now, signal, robots_room }: Options): Promise<Verdict['rule']> {
  const { origin, path } = split(url)
  const { google, bing } = await createRobotsBook(fetch, signal, new RobotsTime(robots_room)).judge(origin, path, now)
  return [google, bing].find(({ verdict }) => verdict === 'blocked')?.rule ?? null
}
