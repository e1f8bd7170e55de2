/** The newest pages of a client; each asks about itself. */
import type { ListedLink } from '../../../src/domains/links/index.ts'
import type { Reader } from '../../../src/kernel/language/reader.ts'
import { say } from '../../../src/kernel/language/say.ts'
import { CheckMark } from '../../kit/cells.tsx'
import { stateOf } from '../../links/answer.tsx'
import { splitUrl } from '../../parts/text/format.ts'

type PushedLastProps = { to: Reader; recent: readonly ListedLink[]; self: string }

export const PushedLast = ({ to, recent, self }: PushedLastProps) => (
  <>
    <h2>{say(to, 'Pushed last')}</h2>
    <ul class="rows asked">
      {recent.map((link) => {
        const { word, mark } = stateOf(link, to)
        return (
          <li class="row">
            <CheckMark state={mark} label={word} />
            <a class="cover clip" href={`${self}?u=${encodeURIComponent(link.url)}`}>
              {splitUrl(link.url).path}
            </a>
            <span class="soft">{word}</span>
          </li>
        )
      })}
    </ul>
  </>
)
