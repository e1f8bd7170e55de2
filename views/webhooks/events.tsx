/** The events of a webhook: a tick for each group, its single events and a sample in a fold. */
import type { getWebhookTypes } from '../../src/features/webhooks/operations/events.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { ErrorLine, Tick } from '../parts/forms/field.tsx'
import { Icon } from '../parts/icon.tsx'
import { many } from '../parts/text/format.ts'

type EventTypes = AnswerOf<typeof getWebhookTypes>['types']

const GROUP_WORDS: Readonly<Record<string, string>> = {
  push: 'Pushes',
  check: 'Checks',
  links: 'Links',
  retention: 'Links watched after their guarantee',
  engine: 'Search engines',
  credits: 'Credits',
  standing_push: 'Standing pushes',
  indexnow_site: 'IndexNow sites',
  draft: 'Approvals',
  report: 'Reports',
  supplier: 'Suppliers',
  backup: 'Backups',
}

/** Names of events that are no words for people. */
const EVENT_WORDS: Readonly<Record<string, string>> = {
  look: 'check day complete',
  event: 'many pages dropped at once',
}

const eventWord = (type: string): string => {
  const name = type.slice(type.indexOf('.') + 1)
  return EVENT_WORDS[name] ?? name.replaceAll('_', ' ')
}

type EventsProps = { types: EventTypes; chosen: readonly string[]; error?: string | undefined }

export function Events({ types, chosen, error }: EventsProps) {
  const groups = Map.groupBy(types, ({ type }) => type.split('.')[0]!)
  // Only a test sends it.
  groups.delete('webhook')
  return (
    <fieldset class="events">
      <legend class="label-like">Events</legend>
      <p class="hint">
        Your server must answer 2xx within 15 seconds. A room of Slack, Microsoft Teams, Discord or Google Chat gets a
        sentence.
      </p>
      {[...groups].map(([group, some]) => (
        <Group name={group} types={some} chosen={chosen} />
      ))}
      {error && <ErrorLine>{error}</ErrorLine>}
    </fieldset>
  )
}

function Group({ name, types, chosen }: { name: string; types: EventTypes; chosen: readonly string[] }) {
  // A finished one has all its values.
  const shown = types.find(({ type }) => type.endsWith('.finished')) ?? types[0]!
  const single = types.filter(({ type }) => chosen.includes(type)).length
  return (
    <div class="event-group">
      <Tick
        name="types"
        id={`types-${name}`}
        value={`${name}.*`}
        label={GROUP_WORDS[name] ?? name}
        hint={types.map(({ type }) => eventWord(type)).join(', ')}
        checked={chosen.includes(`${name}.*`)}
      />
      <details class="rare" open={single > 0}>
        <summary>
          <Icon name="chevron-right" />
          {single > 0 ? `${many(single, 'event')} alone` : types.length > 1 ? 'Single events and a sample' : 'A sample'}
        </summary>
        {types.map(({ type, when }) => (
          <Tick
            name="types"
            id={`types-${type}`}
            value={type}
            label={when}
            hint={type}
            checked={chosen.includes(type)}
          />
        ))}
        <pre class="code" tabindex="0">
          {JSON.stringify(shown.own ?? shown.sample, null, 2)}
        </pre>
        <p class="hint">{shown.own ? 'The values are those of your own last one.' : 'A sample: you have none yet.'}</p>
      </details>
    </div>
  )
}

/** The ticked events; a form without ticks sends a line for each. */
export const typesIn = (sent: readonly string[]): string[] => sent.flatMap((text) => text.split(/\s+/).filter(Boolean))
