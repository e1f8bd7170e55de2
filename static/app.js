/** What HTML cannot do alone. Behaviour hangs on `data-do`; every page works without this file. */
/* global htmx, trustedTypes */
{
  const root = document.documentElement
  const $ = (selector, from = document) => from.querySelector(selector)
  const $$ = (selector, from = document) => [...from.querySelectorAll(selector)]
  const remember = (name, value) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs a secure context, which a LAN install lacks
    document.cookie = `${name}=${value}; path=/; max-age=31536000; samesite=lax`
  }

  // ---- htmx under Trusted Types and without eval
  const off = () => {
    throw new TypeError('no code from attributes')
  }
  const rules = { createHTML: (html) => html, createScript: () => '' }
  const policy = window.trustedTypes?.createPolicy('htmx', rules) ?? rules
  htmx.registerExtension('lockdown', {
    init: (api) => api.initSecurity(policy, off, off),
    htmx_config_request(_elt, { ctx }) {
      const { method, body } = ctx.request
      if (method !== 'GET' || !body?.entries) return
      for (const [name, value] of [...body.entries()]) if (value === '') body.delete(name)
    },
  })

  // ---- toasts
  const showToasts = () => {
    const box = $('#toasts')
    if (!box?.showPopover) return
    if (box.matches(':popover-open')) box.hidePopover() // shown again, it lies above a dialog opened meanwhile
    if ($('dialog[open]') && $('.toast', box)) box.showPopover()
    for (const toast of $$('.toast:not([data-timed])', box)) wait(toast)
  }
  document.addEventListener('close', showToasts, true)
  const wait = (toast) => {
    toast.dataset.timed = ''
    if (toast.classList.contains('bad') || toast.dataset.undo) return
    let timer
    const start = () => {
      clearTimeout(timer)
      timer = setTimeout(() => (toast.matches(':hover, :focus-within') ? start() : toast.remove()), 6000)
    }
    for (const stop of ['pointerenter', 'focusin']) toast.addEventListener(stop, () => clearTimeout(timer))
    for (const go of ['pointerleave', 'focusout']) toast.addEventListener(go, start)
    start()
  }
  const say = (text, tone = 'ok') => {
    const toast = $('#toast-blank').content.firstElementChild.cloneNode(true)
    toast.classList.replace('ok', tone)
    if (tone === 'bad') $('.icon', toast).replaceWith($('#icon-bad').content.cloneNode(true))
    $('p', toast).textContent = text
    if (tone === 'bad') toast.setAttribute('role', 'alert')
    $('#toasts').append(toast)
  }
  addEventListener('say', ({ detail }) => say(detail))

  // ---- one confirm dialog for links that lead to a confirm page, and for hx-confirm
  const ask = (elt, { action, yes, no }) => {
    const dialog = $('#confirm')
    const form = $('form', dialog)
    const { title, body, points, verb, word, tone } = elt.dataset
    $('h2', dialog).textContent = title ?? inWords('Are you sure?')
    $('.text', dialog).textContent = body ?? elt.getAttribute('hx-confirm') ?? ''
    const list = $('.points', dialog)
    list.hidden = !points
    list.replaceChildren(
      ...(points ?? '').split('\n').map((text) => Object.assign(document.createElement('li'), { textContent: text })),
    )
    const go = $('.go', dialog)
    go.textContent = verb ?? inWords('Continue')
    go.classList.toggle('danger', tone !== 'plain')
    go.classList.toggle('primary', tone === 'plain')
    const typed = $('.typed', dialog)
    const input = $('input', typed)
    typed.hidden = !word
    input.disabled = !word
    input.value = ''
    $('b', typed).textContent = word ?? ''
    const check = () => {
      go.disabled = Boolean(word) && input.value !== word
    }
    input.oninput = check
    check()
    form.action = action ?? ''
    const asks = $('.asks', dialog)
    asks.hidden = asks.disabled = !elt.dataset.asks
    asks.formAction = elt.dataset.asks ?? ''
    asks.setAttribute('hx-post', elt.dataset.asks ?? '')
    let sure = false
    form.onsubmit = (event) => {
      if (word && input.value !== word) return event.preventDefault()
      sure = true
      if (action) return
      event.preventDefault()
      dialog.close()
    }
    const menu = elt.closest('[popover]')
    dialog.onclose = () => {
      if (menu) $(`[popovertarget="${menu.id}"]`)?.focus()
      return sure ? yes?.() : no?.()
    }
    dialog.showModal()
  }
  document.addEventListener('htmx:confirm', (event) => {
    event.preventDefault()
    ask(event.target, { yes: event.detail.issueRequest, no: event.detail.dropRequest })
  })

  // ---- palette
  const options = () => $$('#palette :not([hidden]) > [role=option]:not([hidden])')
  const pick = (option) => {
    for (const other of $$('#palette [aria-selected=true]')) other.setAttribute('aria-selected', 'false')
    option?.setAttribute('aria-selected', 'true')
    option?.scrollIntoView({ block: 'nearest' })
    const input = $('#palette input')
    if (option) input.setAttribute('aria-activedescendant', option.id)
    else input.removeAttribute('aria-activedescendant')
  }
  const narrow = () => {
    const words = $('#palette input').value.toLowerCase().split(/\s+/).filter(Boolean)
    for (const option of $$('#palette-pages [role=option]')) {
      option.hidden = !words.every((word) => option.textContent.toLowerCase().includes(word))
    }
    const found = options()
    $('#palette .none').hidden = found.length > 0
    pick(found[0])
  }
  const openPalette = () => {
    const dialog = $('#palette')
    if (!dialog || dialog.open) return
    dialog.showModal()
    $('input', dialog).value = ''
    $('#palette-found')?.replaceChildren()
    narrow()
  }
  const paletteKey = (event) => {
    const all = options()
    const at = all.findIndex((option) => option.getAttribute('aria-selected') === 'true')
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) pick(all[(at + step + all.length) % all.length])
    else if (event.key === 'Enter') all[at]?.click()
    else return
    event.preventDefault()
  }

  // ---- what data-do names
  const doing = {
    palette: openPalette,
    help: () => $('#help').showModal(),
    close: (elt) => elt.closest('dialog').close(),
    dismiss: (elt) => {
      elt.closest('.toast').remove()
    },
    print: () => print(),
    theme() {
      const dark = root.dataset.theme
        ? root.dataset.theme === 'dark'
        : matchMedia('(prefers-color-scheme: dark)').matches
      root.dataset.theme = dark ? 'light' : 'dark'
      remember('theme', root.dataset.theme)
    },
    api() {
      const on = root.dataset.api !== 'on'
      if (on) root.dataset.api = 'on'
      else delete root.dataset.api
      remember('api', on ? 'on' : 'off')
      document.activeElement?.closest('[popover]')?.hidePopover()
      $('#palette')?.close()
      const shown = 'The API equivalent is beside every act. Switch it off in the same menu.'
      say(inWords(on ? shown : 'The API equivalent is hidden.'))
    },
    density() {
      root.dataset.density = root.dataset.density === 'compact' ? 'cosy' : 'compact'
      remember('density', root.dataset.density)
    },
    confirm: (elt) => ask(elt, { action: elt.href }),
    async clipboard(elt) {
      try {
        const list = await navigator.clipboard.readText()
        sessionStorage.setItem(`draft ${elt.href}`, list) // New push takes it up as a list being typed
      } catch {
        // Nothing to read, or not allowed to: the list is pasted there by hand.
      }
      location.href = elt.href
    },
    file: (elt) => document.getElementById(elt.dataset.input).click(),
  }
  document.addEventListener('click', (event) => {
    const elt = event.target.closest('[data-do]')
    if (!elt || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (elt.tagName === 'A') event.preventDefault()
    doing[elt.dataset.do]?.(elt)
  })

  // ---- a list of addresses from a file, or from links that are copied without their addresses: the server reads both
  const readInto = async (area, file, name) => {
    const form = new FormData()
    form.append('file', file)
    const response = await fetch(area.dataset.reads, { method: 'POST', body: form }).catch(() => null)
    const read = response?.ok ? await response.json().catch(() => null) : null
    if (!read) return say(`${name} could not be read. Reload the page and try again.`, 'bad')
    if (read.refused) return say(`${name} ${read.refused}.`, 'bad')
    area.value = [area.value.trim(), read.links].filter(Boolean).join('\n')
    area.dispatchEvent(new Event('input', { bubbles: true }))
    $('#file-note').textContent = `${name}: ${read.words}`
  }
  document.addEventListener('input', ({ target }) => {
    if (target.closest?.('#palette')) narrow()
    if (target.dataset?.reads && target.value === '') $('#file-note').textContent = ''
  })
  document.addEventListener('change', ({ target }) => {
    const [file] = (target.dataset?.into && target.files) || []
    if (!file) return
    void readInto(document.getElementById(target.dataset.into), file, `“${file.name}”`)
    target.value = ''
  })
  document.addEventListener('paste', (event) => {
    const { target, clipboardData } = event
    if (!target.dataset?.reads || /https?:/i.test(clipboardData.getData('text/plain'))) return
    const html = clipboardData.getData('text/html')
    if (!/<a\s[^>]*href\s*=\s*["']?https?:/i.test(html)) return
    event.preventDefault()
    void readInto(target, new Blob([html]), 'The copied text')
  })

  // ---- one submission of a plain form at a time
  document.addEventListener('submit', (event) => {
    const form = event.target
    if (event.defaultPrevented || form.method === 'dialog' || form.matches('[hx-post],[hx-get],[hx-patch],[hx-put]'))
      return
    if (form.dataset.sent && form.method === 'post') return event.preventDefault()
    form.dataset.sent = '1'
  })
  addEventListener('pageshow', () => {
    for (const form of $$('form[data-sent]')) delete form.dataset.sent
  })

  // ---- keys: off while typing, in dialogs, and when switched off in the profile
  let leader = -Infinity
  const typing = (elt) => elt.closest?.('input:not([type=checkbox]), textarea, select, [contenteditable]')
  const move = (step) => {
    const rows = $$('[data-row]').filter((row) => row.checkVisibility())
    const at = rows.indexOf(document.activeElement)
    rows[Math.min(Math.max(at + step, 0), rows.length - 1)]?.focus()
  }
  const shortcut = (event) => {
    const afterG = event.timeStamp - leader < 1200
    leader = -Infinity
    if (event.key === 'g' && !afterG) {
      leader = event.timeStamp
      return true
    }
    const key = afterG ? `g ${event.key}` : event.key
    if (key === 'j' || key === 'k') return move(key === 'j' ? 1 : -1) ?? true
    if (key === '?') return doing.help() ?? true
    const own = key === 'x' ? 'input[type=checkbox]' : `[data-row-key="${CSS.escape(key)}"]`
    const mine = document.activeElement?.closest('tr')?.querySelector(own)
    if (mine) return mine.click() ?? true
    const target = $(`[data-key="${CSS.escape(key).replace(/\\ /g, ' ')}"]`)
    if (!target) return false
    if (target.matches('input')) target.focus()
    else target.click()
    return true
  }
  document.addEventListener('keydown', (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
      event.preventDefault()
      return openPalette()
    }
    if (event.target.closest?.('#palette')) return paletteKey(event)
    if (event.ctrlKey || event.metaKey || event.altKey || root.dataset.keys === 'off') return
    if (typing(event.target) || $('dialog[open]')) return
    if (shortcut(event)) event.preventDefault()
  })

  // ---- a job that entered its next stage: its head, actions and links are those of the stage before
  const restage = () => {
    const live = $('#job-live')
    const now = $('[data-status]', live ?? document)
    if (!live || !now || now.dataset.status === live.dataset.status) return
    if ($('dialog[open], .menu:popover-open') || typing(document.activeElement)) return
    location.reload()
  }

  // ---- after a page or a fragment arrives
  // ---- passkeys, on the pages that have them
  const bringPasskeys = () => {
    const form = $('form[data-passkey]')
    if (form) void import(form.dataset.script)
  }

  document.addEventListener('htmx:after:swap', (event) => {
    showToasts()
    bringPasskeys()
    restage()
    if (event.detail?.ctx?.response?.status === 422) $('[aria-invalid=true]')?.focus()
    if ($('#palette')?.open) narrow()
  })
  document.addEventListener('htmx:response:error', (event) => {
    const { response, text } = event.detail.ctx
    if (response.status === 422 || text?.includes('<hx-partial')) return
    const id = response.headers.get('X-Request-Id')
    const { refused, request } = $('#toasts').dataset
    say(refused.replace('{status}', response.status) + (id ? ` ${request.replace('{id}', id)}` : ''), 'bad')
  })
  document.addEventListener('htmx:error', (event) => {
    if (!event.detail?.ctx?.response) say($('#toasts').dataset.offline, 'bad')
  })
  // ---- a shared report counts as opened once a person has it before them for a second
  const reportShown = ({ dataset: { shown } }) => {
    if (!document.hidden) setTimeout(() => fetch(shown, { method: 'POST', keepalive: true }).catch(() => {}), 1000)
    else document.addEventListener('visibilitychange', () => reportShown({ dataset: { shown } }), { once: true })
  }
  document.addEventListener('DOMContentLoaded', () => {
    $$('[data-shown]').forEach(reportShown)
    showToasts()
    bringPasskeys()
    $('[aria-invalid=true]')?.focus()
    if ($('#toasts')) new MutationObserver(showToasts).observe($('#toasts'), { childList: true })
  })
}
