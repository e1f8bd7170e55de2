import type { SignedInCall } from '../../src/doors/pages/web.ts'
import { say } from '../../src/kernel/language/say.ts'
import type { Question } from '../parts/forms/dialogs.tsx'
import type { Fields } from '../parts/forms/post.tsx'
import { confirmPage, zoneOf } from '../shell.tsx'
import { jobHref } from './shapes.ts'

/** Page with a question about a job, or about some of its links. */
export function ask(
  call: SignedInCall,
  job: { id: string; name: string },
  question: Question,
  act: string,
  fields?: Fields,
) {
  const back = jobHref(call.base, job)
  const crumbs = [
    { label: say(zoneOf(call), 'Pushes'), href: `${call.base}/jobs` },
    { label: job.name, href: back },
  ]
  return confirmPage(call, question, { href: `${back}/${act}`, back, sub: job.name, crumbs, fields })
}
