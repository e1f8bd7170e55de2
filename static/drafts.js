/** A list being typed, and the client it is for, outlive a session that ends, Back, a reload and a closed tab; they go once it was pushed. */
{
  const $ = (selector, from = document) => from.querySelector(selector)
  const $$ = (selector, from = document) => [...from.querySelectorAll(selector)]

  const draftKey = (area) => `draft ${area.form.action}`
  const clientOf = (key) => `client of ${key}`
  /** Whole or not at all: a list that was cut would be pushed as if it were all. */
  const put = (store, key, list) => {
    try {
      store.removeItem(key)
      if (list !== '') store.setItem(key, list)
      return true
    } catch {
      return false // browsers keep about five million letters
    }
  }
  /** Once for this tab, and once for the time after it is closed. */
  const keepDraft = (area) => {
    const key = draftKey(area)
    const kept = put(sessionStorage, key, area.value)
    put(localStorage, key, area.value)
    const client = area.value === '' ? '' : (area.form.elements.client?.value ?? '')
    for (const store of [sessionStorage, localStorage]) put(store, clientOf(key), client)
    const note = $('#draft-note')
    if (note) note.hidden = kept
  }
  const restoreDraft = async (area) => {
    const billed = $('#go [name=quoted]') // an empty list that is billed was emptied
    const key = draftKey(area)
    const fill = (list, store) => {
      area.value = list
      const { client } = area.form.elements
      if (list === '' || client?.value !== '') return
      client.value = store.getItem(clientOf(key)) ?? ''
      if (client.value) client.closest('details').open = true // it was chosen by hand, so it is shown
    }
    if (area.value === '' && !billed) fill(sessionStorage.getItem(key) ?? '', sessionStorage)
    if (area.value === '' && !billed) {
      const left = await leftBehind(key)
      if (area.value === '') fill(left, localStorage)
    }
    if (area.value !== '' || billed) keepDraft(area)
    if (area.value !== '' && !billed) screenNow(area)
  }
  // A tab that is open keeps its list to itself: in two tabs it might be pushed twice.
  const tabs = new BroadcastChannel('drafts')
  tabs.addEventListener('message', ({ data: { asked } }) => {
    const held = $$('[data-draft]').some((area) => draftKey(area) === asked && area.value !== '')
    if (asked && held) tabs.postMessage({ held: asked })
  })
  /** The list of a tab that was closed; empty where another tab has it open. */
  const leftBehind = (key) =>
    new Promise((resolve) => {
      const list = localStorage.getItem(key) ?? ''
      if (list === '') return resolve('')
      const answer = ({ data }) => data.held === key && resolve('')
      tabs.addEventListener('message', answer)
      tabs.postMessage({ asked: key })
      setTimeout(() => {
        tabs.removeEventListener('message', answer)
        resolve(list)
      }, 150)
    })
  /** What Back, a link or a draft has filled in is screened as if it were typed, as soon as htmx listens. */
  const screenNow = (area) => {
    if ($('[data-htmx-powered]')) area.dispatchEvent(new Event('input', { bubbles: true }))
    else setTimeout(screenNow, 20, area)
  }
  document.addEventListener('input', ({ target }) => {
    const area = target.dataset?.draft ? target : target.name === 'client' && $('[data-draft]', target.form)
    if (area) keepDraft(area)
    // The bill beside it is of the form as it was; the answer to this brings another.
    if (target.form && $('[data-draft]', target.form))
      for (const part of $$('[data-stale]', target.form)) part.setAttribute('aria-busy', 'true')
  })
  /**
   * The page after a push holds no list; one that asks to sign in again is outside the workspace. Where nobody was led
   * to by a page the push was perhaps never made: the connection was lost, and an address typed.
   */
  const dropSent = () => {
    const sent = sessionStorage.getItem('sent')
    if (sent && $('[data-draft]')) return sessionStorage.removeItem('sent') // it is still being made
    if (!sent || !document.referrer || !location.pathname.startsWith('/app/w/')) return
    sessionStorage.removeItem('sent')
    for (const store of [sessionStorage, localStorage]) for (const key of [sent, clientOf(sent)]) store.removeItem(key)
  }
  document.addEventListener('submit', ({ target }) => {
    if (new URL(target.action).pathname === '/app/sign-out') {
      sessionStorage.clear()
      localStorage.clear()
    }
    const area = $('[data-draft]', target)
    if (area) sessionStorage.setItem('sent', draftKey(area))
  })
  document.addEventListener('htmx:after:swap', ({ detail }) => {
    // What was sent last brings its bill along; a poll only asks after what was sent before.
    if (detail?.ctx?.target?.id !== 'preflight' || detail.ctx.request?.method !== 'POST') return
    for (const part of $$('[data-stale]')) part.removeAttribute('aria-busy')
  })
  document.addEventListener('DOMContentLoaded', dropSent)
  addEventListener('pageshow', () => {
    for (const area of $$('[data-draft]')) void restoreDraft(area)
  })
}
