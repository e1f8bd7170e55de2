/** Seconds in which something can be undone, counted down; then the offer goes. */
{
  const tick = () => {
    for (const bar of document.querySelectorAll('[data-undo]')) {
      const left = Number(bar.dataset.undo) - 1
      bar.dataset.undo = left
      if (left <= 0) bar.remove()
      else bar.querySelector('[data-seconds]').textContent = left
    }
    if (document.querySelector('[data-undo]')) setTimeout(tick, 1000)
  }
  document.addEventListener('DOMContentLoaded', () => setTimeout(tick, 1000))
}
