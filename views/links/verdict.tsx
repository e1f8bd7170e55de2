import { type Indexed, type LinkState, verdict } from '../parts/text/words.ts'

export const linkHref = (base: string, uid: number): string => `${base}/links/${uid}`

/** A link's verdict, which opens the page of the link. One element, because a page has hundreds. */
export function Receipt({ link, base }: { link: { uid: number; state: LinkState; indexed: Indexed }; base: string }) {
  const { word, icon, tone } = verdict(link)
  return (
    <a class={['chip', tone, `i-${icon}`]} href={linkHref(base, link.uid)}>
      {word}
    </a>
  )
}
