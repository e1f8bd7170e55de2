/** Links after their guarantee: the page of all, and the page of one drop. */
import { daysFor } from '../../src/doors/pages/days.ts'
import { goTo, htmlResponse, page, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import { GROUPS } from '../../src/features/retention/index.ts'
import {
  closeDrop,
  exportDropsCsv,
  getAtRisk,
  getDrop,
  listDrops,
  pushDrop,
} from '../../src/features/retention/operations/drops.ts'
import { getRetention, getSurvival, updateRetention } from '../../src/features/retention/operations/retention.ts'
import { said, say, sayStored, text } from '../../src/kernel/language/say.ts'
import { mayTellClient } from '../letters/may-tell.ts'
import { sendFile, separatorFor } from '../parts/lists/list-file.ts'
import { act } from '../screens/act.ts'
import { formScreen, type RefusedForm } from '../screens/form-screen.tsx'
import { drawPage, may, zoneOf } from '../shell.tsx'
import { DropInside, DropPage } from './drop-page.tsx'
import { StillThere } from './still-there.tsx'
import { hostOf } from './words.ts'

const AT = '/still-there'
const MOST = 100

const settings = formScreen({
  at: AT,
  operation: updateRetention,
  fields: [],
  sentence: said(
    '{on}, for at most {budget} check credits a month.\nPages that the engine dropped by its own choice: {re_push}, at most {cap} a day and {re_budget} index credits a month.',
    {
      ...{ on: '{on}', budget: '{budget_month}', re_push: '{re_push}' },
      ...{ cap: '{re_push_cap_day}', re_budget: '{re_push_budget_month}' },
    },
  ),
  words: {
    on: { true: text('Watch links'), false: text('Leave links alone') },
    re_push: { off: text('leave them'), ask: text('ask me on Today'), auto: text('push them again') },
  },
  verb: text('Save'),
  given: ({ caller }) => ({ id: caller.tenant_id }),
  page: (call, refused) => stillThere(call, refused),
  done: (call, { on }) =>
    goTo(call.base + AT, {
      text: on ? say(zoneOf(call), 'Links are watched.') : say(zoneOf(call), 'Links are left alone.'),
    }),
})

const closing = formScreen({
  at: `${AT}/:id/close`,
  operation: closeDrop,
  fields: ['why'],
  verb: text('Close drop'),
  page: (call, refused) => dropPage(call, refused),
  done: (call) => goTo(`${call.base}${AT}/${call.params.id}`, { text: say(zoneOf(call), 'The drop is closed.') }),
})

export const retentionScreens: readonly Screen[] = [
  page(AT, (call) => stillThere(call)),
  ...settings.screens,
  page(`${AT}/csv`, async (call) =>
    sendFile(call, await call.call(exportDropsCsv, { separator: separatorFor(call) }, { here: true })),
  ),
  page(`${AT}/:id`, (call) => (call.partial ? insideDrop(call) : dropPage(call))),
  act(`${AT}/:id/push`, pushDrop, (call, { id, link_count }) =>
    goTo(`${call.base}/jobs/${id}`, {
      text: say(zoneOf(call), '{n, plural, one {# link is} other {# links are}} pushed again.', { n: link_count }),
    }),
  ),
  ...closing.screens,
]

async function stillThere(call: SignedInCall, refused?: RefusedForm) {
  const { base, caller } = call
  const zone = zoneOf(call)
  const here = { here: true }
  const days = daysFor(call)
  const from = days.startOf(days.firstDay(call.app.clock.now()))
  const groups = GROUPS.filter((one) => (one === 'supplier' ? caller.platform : true))
  const by = groups.find((one) => one === call.query.by) ?? groups[0]!
  const [retention, survival, drops, at_risk] = await Promise.all([
    call.call(getRetention, { id: caller.tenant_id }),
    call.call(getSurvival, { by }, { here: by !== 'supplier' }),
    call.call(listDrops, { from, dir: 'desc', page_size: MOST }, here),
    call.call(getAtRisk, {}, here),
  ])
  const { on, budget_month, estimate } = retention
  const { re_push, re_push_cap_day, re_push_budget_month } = retention
  const values = {
    ...{ on: on || !retention.set_by, budget_month: budget_month || estimate.checks_month || 100 },
    ...{ re_push, re_push_cap_day, re_push_budget_month: re_push_budget_month || 100 },
  }
  return drawPage(
    call,
    {
      title: say(zone, 'Still there?'),
      kind: 'results',
      sub: say(zone, 'Links that were found indexed, checked again after their guarantee.'),
      menu: [{ label: say(zone, 'Export CSV'), icon: 'download', href: `${base}${AT}/csv`, download: true }],
    },
    <StillThere
      retention={retention}
      survival={survival}
      drops={drops.items.filter(({ links, returned }) => links + returned > 0)}
      newest={drops.total > MOST ? MOST : null}
      at_risk={at_risk.hosts}
      by={by}
      groups={groups}
      form={may(call, updateRetention) ? settings.form(base + AT, values, { to: zone }, refused) : null}
      self={base + AT}
      base={base}
      zone={zoneOf(call)}
      period={{ from, to: call.app.clock.now() }}
      pushes={may(call, pushDrop)}
      writes={mayTellClient(call)}
    />,
  )
}

/** The part of a drop that unfolds below its row. */
async function insideDrop(call: SignedInCall) {
  const drop = await call.call(getDrop, { id: call.params.id! })
  const self = `${call.base}${AT}/${drop.id}`
  return htmlResponse(
    <DropInside drop={drop} self={self} base={call.base} zone={zoneOf(call)} pushes={may(call, pushDrop)} />,
  )
}

async function dropPage(call: SignedInCall, refused?: RefusedForm) {
  const { base, params } = call
  const zone = zoneOf(call)
  const drop = await call.call(getDrop, { id: params.id! })
  const self = `${base}${AT}/${drop.id}`
  const closes = may(call, closeDrop) && drop.state !== 'closed'
  return drawPage(
    call,
    {
      title: sayStored(zone, drop.title),
      heading: sayStored(zone, drop.title),
      sub: `${drop.tenant_name}, ${hostOf(drop, zone)}`,
      crumbs: [{ label: say(zone, 'Still there?'), href: base + AT }, { label: hostOf(drop, zone) }],
      detail: true,
    },
    <DropPage
      drop={drop}
      self={self}
      base={base}
      zone={zone}
      pushes={may(call, pushDrop)}
      close={closes ? closing.form(`${self}/close`, {}, { to: zone }, refused) : null}
    />,
  )
}
