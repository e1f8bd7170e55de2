/** Adds a source: paste its URL, see its links and their cost, then set the rules. */
import type { StandingPreview } from '../../src/features/standing/index.ts'
import type { Child } from '../jsx/elements.ts'
import { Section } from '../kit/fold.tsx'
import { Strip } from '../kit/strip.tsx'
import { Banner } from '../parts/page/card.tsx'
import { day, many, number } from '../parts/text/format.ts'
import { KIND_WORDS, skippedInWords } from './words.ts'

export const Preview = ({ found, form, zone }: { found: StandingPreview; form: Child; zone: string }) => (
  <>
    <Section title={found.kind ? KIND_WORDS[found.kind] : 'Source'} note={found.address}>
      <div class="spaced">
        <Strip
          facts={[
            { label: 'Files', value: number(found.files) },
            { label: 'Links', value: number(found.links), note: skippedInWords(found.skipped).join(', ') },
            { label: 'With a date', value: number(found.dated) },
            {
              label: 'Average month',
              value: found.month_links === null ? '–' : many(found.month_links, 'index credit'),
              note: found.month_links === null ? 'no dates' : 'by dates of 90 days',
            },
            { label: 'Newest', value: found.newest ? day(found.newest, zone) : '–' },
          ]}
        />
        {found.notes.map((note) => (
          <Banner tone="warn">{note}</Banner>
        ))}
        {found.take.length > 0 && (
          <ul aria-label="Newest links">
            {found.take.slice(0, 5).map((url) => (
              <li class="url">{url}</li>
            ))}
          </ul>
        )}
        <p class="muted">The first run learns these links and pushes nothing, unless you push them now.</p>
      </div>
    </Section>
    <Section title="Rules">{form}</Section>
  </>
)
