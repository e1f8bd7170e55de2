/** Adds a source: paste its URL, see its links and their cost, then set the rules. */
import type { StandingPreview } from '../../src/features/standing/index.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import { say, sayStored } from '../../src/kernel/language/say.ts'
import type { Child } from '../jsx/elements.ts'
import { Section } from '../kit/fold.tsx'
import { Strip } from '../kit/strip.tsx'
import { Banner } from '../parts/page/card.tsx'
import { day, number } from '../parts/text/format.ts'
import { KIND_WORDS, skippedInWords } from './words.ts'

export const Preview = ({ found, form, zone }: { found: StandingPreview; form: Child; zone: Reader }) => (
  <>
    <Section title={found.kind ? sayStored(zone, KIND_WORDS[found.kind]) : say(zone, 'Source')} note={found.address}>
      <div class="spaced">
        <Strip
          facts={[
            { label: say(zone, 'Files'), value: number(found.files, zone) },
            {
              label: say(zone, 'Links'),
              value: number(found.links, zone),
              note: skippedInWords(found.skipped, zone).join(', '),
            },
            { label: say(zone, 'With a date'), value: number(found.dated, zone) },
            {
              label: say(zone, 'Average month'),
              value:
                found.month_links === null
                  ? '–'
                  : say(zone, '{n, plural, one {# index credit} other {# index credits}}', { n: found.month_links }),
              note: found.month_links === null ? say(zone, 'no dates') : say(zone, 'by dates of 90 days'),
            },
            { label: say(zone, 'Newest'), value: found.newest ? day(found.newest, zone) : '–' },
          ]}
        />
        {found.notes.map((note) => (
          <Banner tone="warn">{sayStored(zone, note)}</Banner>
        ))}
        {found.take.length > 0 && (
          <ul aria-label={say(zone, 'Newest links')}>
            {found.take.slice(0, 5).map((url) => (
              <li class="url">{url}</li>
            ))}
          </ul>
        )}
        <p class="muted">
          {say(zone, 'The first run learns these links and pushes nothing, unless you push them now.')}
        </p>
      </div>
    </Section>
    <Section title={say(zone, 'Rules')}>{form}</Section>
  </>
)

/** Watches the source as the other button does, and pushes its links at once. */
export const PushNow = ({ to, links }: { to: Reader; links: number }) => (
  <button type="submit" class="btn" name="first_run" value={String(links)}>
    {say(to, 'Watch, and push {n, plural, one {its link now: # credit} other {these # now: # credits}}', { n: links })}
  </button>
)
