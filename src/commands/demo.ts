import { demo } from '../demo/index.ts'
import { MAX_URLS } from '../kernel/shape.ts'
import { type Command, UsageError } from './command.ts'

const LINKS = 120

export const command: Command = {
  usage: 'demo [--keep] [--links N]',
  summary:
    'See the main job on this machine: no network, nothing to configure, nothing left behind. --keep opens the UI.',
  options: { keep: { type: 'boolean' }, links: { type: 'string' } },
  words: 0,

  run: ({ keep, links }) => demo({ keep: keep === true, links: typeof links === 'string' ? countIn(links) : LINKS }),
}

function countIn(text: string): number {
  const links = /^\d{1,5}$/.test(text) ? Number(text) : 0
  if (links < 1 || links > MAX_URLS)
    throw new UsageError(`--links must be a number from 1 to ${MAX_URLS}, not "${text}"`)
  return links
}
