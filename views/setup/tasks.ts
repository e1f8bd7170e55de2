/** The checklist of a new install in words, with a link for each line. */
import { SETUP_TASKS, type SetupTask } from '../../src/domains/system/index.ts'
import type { Task } from '../parts/page/steps.tsx'

type TaskWords = { label: string; action: string; href: (base: string) => string }

const WORDS: Record<SetupTask, TaskWords> = {
  address: {
    label: 'The site address is reached over HTTPS',
    action: 'Check it',
    href: (base) => `${base}/setup/address`,
  },
  mail: { label: 'A test e-mail is sent', action: 'Set up mail', href: (base) => `${base}/setup/mail` },
  supplier: {
    label: 'A crawl supplier is connected, or simulated',
    action: 'Connect one',
    href: (base) => `${base}/setup/suppliers`,
  },
  engine: {
    label: 'A check engine is connected, or simulated',
    action: 'Connect one',
    href: (base) => `${base}/setup/engine`,
  },
  client: { label: 'The first client is added', action: 'Add one', href: (base) => `${base}/clients` },
  push: { label: 'The first links are pushed', action: 'Push some', href: (base) => `${base}/push` },
  indexnow: {
    label: 'A site of yours is verified for IndexNow',
    action: 'Add one',
    href: (base) => `${base}/indexnow`,
  },
  backup: {
    label: 'Backups go to a place outside the data folder',
    action: 'See how',
    href: () => '/app/platform/backups',
  },
}

export const tasksOf = (done: Record<SetupTask, boolean>, base: string): Task[] =>
  SETUP_TASKS.map((name) => {
    const { label, action, href } = WORDS[name]
    return { label, action, href: href(base), done: done[name] }
  })

const STEPS = ['address', 'mail', 'supplier', 'engine'] as const

/** The next step of the first run that is not done; null after the last. */
export function nextStep(done: Record<SetupTask, boolean>, after: (typeof STEPS)[number], base: string): string | null {
  const next = STEPS.slice(STEPS.indexOf(after) + 1).find((step) => !done[step])
  return next ? WORDS[next].href(base) : null
}
