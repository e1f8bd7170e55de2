/** `e` marks the row of the list of what needs attention that has the focus as seen, and goes on with the one that takes its place. */
{
  const rows = () => [...document.querySelectorAll('#morning > .needs [data-row]')]
  const see = (row) => {
    const at = rows().findIndex((one) => row.contains(one))
    const button = row.querySelector('[data-seen]')
    if (at < 0 || !button) return false
    document.addEventListener('htmx:after:swap', () => rows()[Math.min(at, rows().length - 1)]?.focus(), { once: true })
    button.click()
    return true
  }
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'e' || event.ctrlKey || event.metaKey || event.altKey) return
    if (document.documentElement.dataset.keys === 'off' || document.querySelector('dialog[open]')) return
    const row = document.activeElement?.closest('[data-case]')
    if (row && see(row)) event.preventDefault()
  })
}

/** The act of a row shows below it what its page says; pressed again, it folds. */
document.addEventListener(
  'click',
  (event) => {
    const act = event.target.closest('[data-unfold]')
    if (!act || event.ctrlKey || event.metaKey || event.shiftKey) return
    const open = act.getAttribute('aria-expanded') === 'true'
    act.setAttribute('aria-expanded', String(!open))
    document.getElementById(act.dataset.unfold).hidden = open
    if (!open) return
    event.preventDefault()
    event.stopImmediatePropagation()
  },
  true,
)
