import { ENGLISH, type Reader } from '../../src/kernel/language/reader.ts'
import { say } from '../../src/kernel/language/say.ts'
import { type IndexVerdict, type LinkState, verdict } from '../parts/text/words.ts'

export const linkHref = (base: string, uid: number): string => `${base}/links/${uid}`

type VerdictProps = { to?: Reader; link: { uid: number; state: LinkState; indexed: IndexVerdict }; base: string }

/** A link's verdict, which opens the page of the link. One element, because a page has hundreds. */
export function LinkVerdict({ to = ENGLISH, link, base }: VerdictProps) {
  const { word, icon, tone } = verdict(link)
  return (
    <a class={['chip', tone, `i-${icon}`]} href={linkHref(base, link.uid)}>
      {say(to, word)}
    </a>
  )
}
