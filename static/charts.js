/** Charts: arrows lead from column to column, and a cell of a heat map shows its card. */
{
  const REST = 140
  let [timer, shown] = []
  const hide = () => {
    shown?.hidePopover?.()
    shown = undefined
  }
  // The card lies above all else, so a scrolling table cuts nothing off; it stays behind its cell for the Tab key.
  const show = async (cell) => {
    let tip = cell.nextElementSibling
    if (!tip) {
      tip = Object.assign(document.createElement('div'), { className: 'tip', popover: 'manual' })
      cell.after(tip)
      cell.removeAttribute('title')
      const address = cell.href.replace('/links?', '/card?')
      await htmx.ajax('GET', address, { source: cell, target: tip, swap: 'innerHTML' }).catch(() => {})
      if (!tip.textContent) return tip.remove()
    }
    if (!cell.parentElement.matches(':hover, :focus-within') || shown === tip) return
    hide()
    shown = tip
    tip.showPopover()
    const [at, box] = [cell.getBoundingClientRect(), tip.getBoundingClientRect()]
    const below = at.bottom + 8 + box.height < innerHeight || at.top < box.height + 8
    tip.style.left = `${Math.max(8, Math.min(innerWidth - box.width - 8, at.left + at.width / 2 - box.width / 2))}px`
    tip.style.top = `${below ? at.bottom + 8 : at.top - box.height - 8}px`
  }
  const cellOf = ({ target }) => target.closest?.('.heat .h')?.querySelector('a[data-card]')
  const soon = (event) => {
    const cell = cellOf(event)
    if (shown && (!cell || cell !== shown.previousElementSibling)) timer = setTimeout(hide, REST)
    if (!cell || (shown && cell === shown.previousElementSibling)) return cell && clearTimeout(timer)
    clearTimeout(timer)
    timer = setTimeout(show, REST, cell)
  }
  document.addEventListener('pointerover', (event) => event.pointerType !== 'touch' && soon(event))
  document.addEventListener('focusin', soon)
  // A first touch shows the card, whose link opens the links.
  document.addEventListener('click', (event) => {
    const cell = event.target.closest?.('a[data-card]')
    if (!cell || event.pointerType !== 'touch' || shown?.previousElementSibling === cell) return
    event.preventDefault()
    cell.focus()
  })
  // The parts of one page that share their columns move together.
  const follow = ({ target }) => {
    hide()
    for (const part of target.closest?.('.weeks')?.querySelectorAll('.scroll') ?? [])
      part.scrollLeft = target.scrollLeft
  }
  document.addEventListener('scroll', follow, { capture: true, passive: true })
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') {
      clearTimeout(timer)
      hide()
    }
    const column = event.target.closest?.('.cols > .col')
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (!column || !step) return
    const all = [...column.parentElement.querySelectorAll('.col')]
    const next = all[all.indexOf(column) + step]
    if (!next) return
    event.preventDefault()
    column.tabIndex = -1
    next.tabIndex = 0
    next.focus()
  })
}
