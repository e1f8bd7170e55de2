/** Ways to fill the list besides typing. */
import { Button } from '../parts/button.tsx'
import { Field, type FieldProps, Select } from '../parts/forms/field.tsx'
import { errorAt } from '../parts/forms/form.tsx'
import { Icon, type IconName } from '../parts/icon.tsx'
import { many, number } from '../parts/text/format.ts'
import type { OrderProps } from './order-props.ts'
import { HOST } from './sources.ts'

type SourcesProps = Required<Pick<OrderProps, 'past' | 'issues'>> &
  Pick<OrderProps, 'list' | 'limit'> & { sitemap: string }

export function Sources({ past, issues, sitemap, list, limit }: SourcesProps) {
  return (
    <div class="sources paste-foot">
      <output class="small muted" id="urls-count" for="urls">
        <Counted list={list} limit={limit} />
      </output>
      <Source
        name="sitemap"
        icon="map"
        title="Sitemap"
        label="Address of a sitemap or feed"
        error={errorAt(issues, 'sitemap')}
        verb="Add its links"
      >
        {(control) => (
          <input
            {...control}
            class="input"
            type="url"
            value={sitemap}
            placeholder="https://www.florist.example/sitemap.xml"
            autocomplete="off"
          />
        )}
      </Source>
      {past.length > 0 && (
        <Source
          name="past"
          icon="undo-2"
          title="Past push"
          label="Links that are not indexed, of"
          error={errorAt(issues, 'past')}
          verb="Add these links"
        >
          {(control) => <Select control={control} value="" choices={[NO_PUSH, ...past.map(choiceOf)]} />}
        </Source>
      )}
      <button type="button" class="btn small quiet js-only" data-do="file" data-input="urls-file">
        <Icon name="upload" />
        File
      </button>
      <input
        type="file"
        id="urls-file"
        data-into="urls"
        accept=".csv,.tsv,.txt,.xml,.gz,.json,.html,.md,text/*"
        aria-label="File of links"
        hidden
      />
    </div>
  )
}

/** `3 lines, 2 of 10,000`. */
export function Counted({ list, limit }: { list?: OrderProps['list']; limit?: number | undefined }) {
  if (!list || limit === undefined) return null
  const { links, entries } = list
  const lines = entries > links ? `${many(entries, 'line')}, ` : ''
  return <span class={links > limit ? 'error' : undefined}>{`${lines}${number(links)} of ${number(limit)}`}</span>
}

const NO_PUSH = { value: '', label: 'Choose a push' }
const choiceOf = ({ id, name, missing }: SourcesProps['past'][number]) => ({
  value: id,
  label: `${name}: ${many(missing, 'link')} not indexed`,
})

/** A folded field, and the button that adds its links to the list. */
const Source = ({ icon, title, verb, ...field }: FieldProps & { icon: IconName; title: string; verb: string }) => (
  <details name="source" open={field.error !== undefined}>
    <summary class="btn small quiet">
      <Icon name={icon} />
      {title}
    </summary>
    <div class="row end">
      <Field {...field} />
      <Button name="step" value={field.name} label={verb} />
    </div>
  </details>
)

/** Sitemaps of the last pushed hosts, to fill an empty list. Hidden once the list has links. */
export const StartWith = ({ hosts }: { hosts: readonly string[] }) => (
  <div class="start">
    {hosts.length > 0 ? (
      <>
        <span class="muted small">Start with</span>
        {hosts.map((host) => (
          <button type="submit" class="pick" name="step" value={`${HOST}${host}`}>
            {host} <small>sitemap</small>
          </button>
        ))}
        <span class="muted small">or paste a sitemap.</span>
      </>
    ) : (
      <span class="muted small">Paste links, or the address of a sitemap below.</span>
    )}
  </div>
)
