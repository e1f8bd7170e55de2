/** Seconds in which something can be undone, counted down; then the offer goes. */
{
  let counts = false
  const tick = () => {
    counts = false
    for (const bar of document.querySelectorAll('[data-undo]')) {
      const left = Number(bar.dataset.undo) - 1
      bar.dataset.undo = left
      if (left > 0) bar.querySelector('[data-seconds]').textContent = left
      else {
        if (bar.contains(document.activeElement)) document.getElementById('main').focus({ preventScroll: true })
        bar.remove()
      }
    }
    start()
  }
  const start = () => {
    if (counts || !document.querySelector('[data-undo]')) return
    counts = true
    setTimeout(tick, 1000)
  }
  document.addEventListener('DOMContentLoaded', () => {
    // With ten seconds, nobody has the time to tab through the page.
    document.querySelector('[data-undo] [type=submit]')?.focus({ preventScroll: true })
    start()
  })
  document.addEventListener('htmx:after:swap', start)
  // Enter that is still held down from the order must not undo it.
  document.addEventListener('keydown', (event) => {
    if (event.repeat && event.target.closest?.('[data-undo]')) event.preventDefault()
  })
}
