/** On the page of a link: when Google showed the page to people. */
import type { Slots } from '../../src/doors/pages/web.ts'
import { say } from '../../src/kernel/language/say.ts'
import { countedDay } from '../parts/text/format.ts'

export const linkGoogle: Slots['link_facts'] = ({ link: { last_shown } }, to) =>
  last_shown && (
    <section>
      <h3>{say(to, 'In Google')}</h3>
      <p>
        {say(to, 'Shown {n, plural, one {# time} other {# times}} on {day}', {
          ...{ n: last_shown.impressions, day: countedDay(last_shown.day, to) },
        })}
      </p>
    </section>
  )
