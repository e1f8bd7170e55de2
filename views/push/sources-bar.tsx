/** Ways to fill the list besides typing. */
import { Button } from '../parts/button.tsx'
import { Field, Select } from '../parts/forms/field.tsx'
import { errorAt } from '../parts/forms/form.tsx'
import { Icon } from '../parts/icon.tsx'
import { many } from '../parts/text/format.ts'
import type { OrderProps } from './order-props.ts'
import { HOST } from './sources.ts'

type SourcesProps = Required<Pick<OrderProps, 'past' | 'issues'>> & { sitemap: string }

export function Sources({ past, issues, sitemap }: SourcesProps) {
  const problem = errorAt(issues, 'sitemap')
  return (
    <div class="sources paste-foot">
      <output class="small muted" id="urls-count" for="urls"></output>
      <details name="source" open={problem !== undefined}>
        <summary class="btn small quiet">
          <Icon name="map" />
          Sitemap
        </summary>
        <div class="row end">
          <Field name="sitemap" label="Address of a sitemap or feed" error={problem}>
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
          </Field>
          <Button name="step" value="sitemap" label="Add its links" />
        </div>
      </details>
      {past.length > 0 && <PastPush past={past} problem={errorAt(issues, 'past')} />}
      <button type="button" class="btn small quiet js-only" data-do="file" data-input="urls-file">
        <Icon name="upload" />
        File
      </button>
      <input
        type="file"
        id="urls-file"
        data-into="urls"
        accept=".csv,.txt,.xml,text/*"
        aria-label="File of links"
        hidden
      />
    </div>
  )
}

const PastPush = ({ past, problem }: Pick<SourcesProps, 'past'> & { problem: string | undefined }) => (
  <details name="source" open={problem !== undefined}>
    <summary class="btn small quiet">
      <Icon name="undo-2" />
      Past push
    </summary>
    <div class="row end">
      <Field name="past" label="Links that are not indexed, of" error={problem}>
        {(control) => (
          <Select
            control={control}
            value=""
            choices={[
              { value: '', label: 'Choose a push' },
              ...past.map(({ id, name, missing }) => ({
                value: id,
                label: `${name}: ${many(missing, 'link')} not indexed`,
              })),
            ]}
          />
        )}
      </Field>
      <Button name="step" value="past" label="Add these links" />
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
