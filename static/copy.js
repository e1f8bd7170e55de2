/** What is taken elsewhere: a field, an address in a row, the addresses of the rows that are ticked. */
{
  const put = async (text, field) => {
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      byHand(text, field) // plain http on a LAN has no clipboard
    }
    dispatchEvent(new CustomEvent('say', { detail: inWords('Copied') }))
  }
  const byHand = (text, field) => {
    const area = field ?? document.body.appendChild(document.createElement('textarea'))
    if (!field) area.value = text
    area.select?.()
    document.execCommand('copy')
    if (!field) area.remove()
  }
  const hrefOf = (elt) => elt.closest('td, tr').querySelector('a.url').href
  const copying = {
    copy(elt) {
      const field = document.getElementById(elt.dataset.from)
      return put(field.value ?? field.textContent, field.select && field)
    },
    'copy-url': (elt) => put(elt.dataset.url ?? hrefOf(elt)),
    'copy-picked': () =>
      put(
        [...document.querySelectorAll('input[form=picked]:checked')]
          .map((box) => box.dataset.url ?? hrefOf(box.closest('tr')))
          .join('\n'),
      ),
  }
  document.addEventListener('click', ({ target }) => {
    const elt = target.closest('[data-do]')
    void copying[elt?.dataset.do]?.(elt)
  })
}
