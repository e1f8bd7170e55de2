/** The panel of a check engine, with the fields of the chosen one only. */
import { LOOKS_COUNTED } from '../../src/domains/checks/index.ts'
import type { EngineSlot } from '../../src/domains/jobs/index.ts'
import { SidePanel, Sum } from '../kit/panel.tsx'
import { Chip } from '../parts/chips.tsx'
import { ConfirmLink } from '../parts/forms/dialogs.tsx'
import { Banner } from '../parts/page/card.tsx'
import { many, number, usd } from '../parts/text/format.ts'
import { When } from '../parts/text/when.tsx'
import { adapterOf, EngineChoice, hintOf, secretsOf } from './forms.tsx'
import type { EngineData, SuppliersProps } from './props.ts'
import { engineWord } from './rows.ts'
import { TopUp } from './top-up.tsx'
import { nameOf } from './vendors.ts'
import { DISCONNECT_ENGINE, ENGINE_WORDS } from './words.ts'

export function EnginePanel(props: SuppliersProps & { slot: EngineSlot }) {
  const { slot, engines, providers, wants, self, refused, zone = 'UTC' } = props
  const engine = engines.engines[slot]
  const mine = refused?.form === slot ? refused : undefined
  const adapter = adapterOf(slot, mine?.values.adapter as string | undefined, props.adapter, engine?.adapter)
  const at = `${self}/${slot}`
  const secrets = secretsOf(adapter, wants)
  const today = providers.today.find((one) => one.engine === slot)
  return (
    <SidePanel
      title={engine ? nameOf(engine.adapter) : ENGINE_WORDS[slot].title}
      close={self}
      aside={<Chip {...engineWord(engine)} />}
    >
      {engine?.queue.why && (
        <Banner tone="warn" action={!isCapped(engine) && <TopUp adapter={engine.adapter} />}>
          {engine.queue.why} It continues <When time={engine.queue.resumes_at} zone={zone} />.
        </Banner>
      )}
      <p class="hint">{ENGINE_WORDS[slot].what}</p>
      <EngineChoice slot={slot} href={at} adapter={adapter} />
      {engine && <Sum lines={usedOf(engine, today)} />}
      {props.forms[slot].form(
        at,
        { enabled: true, ...engine, login: undefined, password: undefined, api_key: undefined },
        {
          fields: [...secrets, 'base_url', 'enabled'],
          hidden: { adapter },
          hints: {
            ...Object.fromEntries(secrets.map((secret, at) => [secret, hintOf(engine, adapter, secret, at === 0)])),
            base_url: 'Leave blank for the vendor’s own address.',
          },
          verb: engine ? 'Save and test' : 'Connect and test',
        },
        mine,
      )}
      <PlaceOfChecks {...props} />
      {engine && (
        <p class="panel-foot">
          <span>The test costs one check at most</span>
          <ConfirmLink href={`${at}/disconnect`} class="" {...DISCONNECT_ENGINE(ENGINE_WORDS[slot].title)}>
            {`Remove ${nameOf(engine.adapter)}`}
          </ConfirmLink>
        </p>
      )}
    </SidePanel>
  )
}

/** One setting for both slots of Google. */
const PlaceOfChecks = ({ slot, engines, forms, self, refused }: SuppliersProps & { slot: EngineSlot }) =>
  slot === 'scan_standard' || slot === 'scan_live' ? (
    <section class="form">
      <h3>Search results of</h3>
      <p class="hint">
        For all checks of Google, unless a client has its own place. A change holds for new checks; one that repeats
        another is asked where that was, so no credit is refunded by the change alone.
      </p>
      {forms.place.form(
        `${self}/place`,
        engines.search_place,
        undefined,
        refused?.form === 'place' ? refused : undefined,
      )}
    </section>
  ) : (
    <p class="hint">It knows no country and no language, so the place of checks does not change what it answers.</p>
  )

/** Waits for tomorrow by the operator's own caps, not by the vendor. */
const isCapped = ({ used_today, daily_cap, spent_today_usd, daily_cap_usd }: EngineData): boolean =>
  (daily_cap !== null && used_today >= daily_cap) || (daily_cap_usd !== null && spent_today_usd >= daily_cap_usd)

type Today = SuppliersProps['providers']['today'][number]

const usedOf = (engine: EngineData, today: Today | undefined) => [
  {
    label: 'Checks today',
    value: number(engine.used_today) + (engine.daily_cap === null ? '' : ` of ${number(engine.daily_cap)}`),
  },
  {
    label: 'Spent today',
    value: usd(engine.spent_today_usd) + (engine.daily_cap_usd === null ? '' : ` of ${usd(engine.daily_cap_usd)}`),
  },
  ...(today && today.calls_in_doubt > 0
    ? [{ label: 'In doubt', value: `${many(today.calls_in_doubt, 'call')}, ${usd(today.cost_in_doubt_usd)}` }]
    : []),
  { label: 'Checks waiting', value: counted(engine.open_looks), total: true },
]

export const counted = (open: number): string => (open < LOOKS_COUNTED ? number(open) : `${number(open)} or more`)
