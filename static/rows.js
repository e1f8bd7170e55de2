/** A moment lies above its row, so that the pointer finds its title; a click on it is one on the row all the same. */
document.addEventListener('click', ({ target }) =>
  target.closest('.ago')?.closest('tr')?.querySelector('[data-row]:not([target])')?.click(),
)

/** Rows that are ticked: how many, and buttons that work only then. */
{
  const tell = () => {
    const form = document.getElementById('picked')
    if (!form) return
    const n = document.querySelectorAll('input[form=picked]:checked').length
    for (const button of form.querySelectorAll('button:not([hidden], [data-always])'))
      button.disabled = n === 0 || n > Number(button.dataset.most ?? Infinity)
    for (const word of form.querySelectorAll('[data-none]')) {
      const { none, one, many } = word.dataset
      word.textContent =
        n === 0 ? none : n === 1 ? one : many.replaceAll('{n}', n.toLocaleString(document.documentElement.lang))
    }
  }
  document.addEventListener('change', ({ target }) => {
    if (!target.matches('.pick input')) return
    if (target.closest('th'))
      for (const box of document.querySelectorAll('input[form=picked]')) box.checked = target.checked
    tell()
  })
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && event.target.matches?.('.pick input')) event.preventDefault()
  })
  for (const event of ['DOMContentLoaded', 'pageshow', 'htmx:after:swap'])
    addEventListener(event, tell, { capture: event === 'DOMContentLoaded' })
}
