/** One event, several readers: each letter is in the language of its reader, down to its last line. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { jobStates } from '../../../src/domains/jobs/index.ts'
import { sendDigestsTask, tellHappeningsTask } from '../../../src/features/notices/tasks.ts'
import { said } from '../../../src/kernel/language/say.ts'
import { DAY } from '../../../src/kernel/time/clock.ts'
import { pushing, urls } from '../../pushing.ts'
import { CAST } from '../../world.ts'

let w: Awaited<ReturnType<typeof pushing>>
beforeEach(async () => {
  w = await pushing(100, 100)
  w.db.write((tx) => {
    const speak = (locale: string, id: string) =>
      tx.run('update users set locale = ?, own_locale = 1 where id = ?', locale, id)
    // A German owner ordered what a French person reads.
    speak('de', CAST.ada.id)
    speak('fr', CAST.rita.id)
    tx.run("update users set email = 'rita@northwind.example' where id = ?", CAST.rita.id)
    tx.run(
      "insert into members (tenant_id, user_id, role, created_at) values ('ten_northwind', ?, 'admin', ?) on conflict do update set role = 'admin'",
      CAST.rita.id,
      tx.now,
    )
  })
})
afterEach(() => w.close())

const set = (more: Record<string, unknown>) => w.call('ada', 'update_notifications', { id: 'ten_northwind', ...more })

type Letter = { to: string; subject: string; text: string }

async function letters(template: string): Promise<Record<string, Letter>> {
  const { items } = await w.call<{ items: { id: string }[] }>('ada', 'list_emails', { template, dir: 'asc' })
  const all = await Promise.all(items.map(({ id }) => w.call<Letter>('ada', 'get_email', { id })))
  return Object.fromEntries(all.map((letter) => [letter.to.split('@')[0], letter]))
}

test('a finished push is written to each in their language', async () => {
  await set({ events: ['job_finished'] })
  await w.call('ada', 'submit_index_job', { urls: urls(3, 'spring'), name: 'Frühling', preflight: false })
  for (const day of [0, 1, 3, 7]) await w.day(day)
  await w.run(tellHappeningsTask)
  const { ada, rita } = await letters('job_finished')
  expect(ada!.subject).toBe('Northwind: 1 Einreichung oder Prüfung abgeschlossen')
  expect(ada!.text).toContain('ABGESCHLOSSEN\n* Frühling: ')
  expect(rita!.subject).toBe('Northwind\u202f: 1 envoi ou vérification terminé')
  expect(rita!.text).toMatch(/\* Frühling\u202f: \d sur 3 liens indexés/)
})

test('a digest has its days, its lines and the notes of pushes in the language of its reader', async () => {
  await set({ digest: true, digest_time: '07:00', time_zone: 'Europe/Vienna', skip_if_unchanged: false })
  const { id } = await w.call<{ id: string }>('ada', 'submit_index_job', {
    ...{ urls: urls(3, 'spring'), name: 'Frühling', preflight: false },
  })
  w.db.write((tx) => {
    tx.run("update jobs set status = 'sending', note = null where id = ?", id)
    jobStates.noteWaitingToSend(tx, id, said('The workspace is archived: unsent links wait until it is restored.'))
  })
  w.clock.turn(DAY)
  await w.run(sendDigestsTask)
  const { ada, rita } = await letters('daily_digest')
  expect(ada!.subject).toBe('Northwind: Dienstag, 3. November 2026')
  expect(ada!.text).toContain('Neues in Northwind seit Montag, 2. November 2026')
  expect(ada!.text).toContain('* Frühling: Der Arbeitsbereich ist archiviert: Nicht gesendete Links warten')
  expect(rita!.subject).toBe('Northwind\u202f: mardi 3 novembre 2026')
  expect(rita!.text).toContain('* Frühling\u202f: L’espace de travail est archivé')
})

test('programs read the note of a push in English, also an older one, which is replaced and cleared', async () => {
  const { id } = await w.call<{ id: string }>('ada', 'submit_index_job', { urls: urls(3, 'a'), preflight: false })
  const note = async () => (await w.call<{ note: string | null }>('ada', 'get_job_status', { id })).note
  const keep = (stored: string | null) =>
    w.db.write((tx) => tx.run('update jobs set note = ? where id = ?', stored, id))
  keep('Checks wait for scan_live: 4 a day are used, 0 left.')
  expect(await note()).toBe('Checks wait for scan_live: 4 a day are used, 0 left.')
  const wait = said('Checks wait for {who}: {why}. Goes on at {next}; all done after {end}.', {
    ...{ who: 'scan_live', why: said('the budget of the day is spent'), next: '09:00', end: '10:00' },
  })
  w.db.write((tx) => jobStates.noteWaitingLooks(tx, [id], wait))
  expect(await note()).toBe(
    'Checks wait for scan_live: the budget of the day is spent. Goes on at 09:00; all done after 10:00.',
  )
  w.db.write((tx) => jobStates.clearWaitingLooks(tx, [id]))
  expect(await note()).toBeNull()
  keep('No crawl supplier is connected. The links are sent once one is.')
  w.db.write((tx) => jobStates.noteWaitingLooks(tx, [id], wait))
  expect(await note()).toBe('No crawl supplier is connected. The links are sent once one is.')
})
